// A collection as the portal declares it: its fields, the shapes it is published in, its rules.
import type {
  Arguments,
  MessageName,
  ReasonName,
  RuleBreach,
} from '../problems/messages/catalogue.js';
import type { Fields, JsonObject, Written } from './fields.js';

/** One published form of a record: its keys in order, and which references appear otherwise. */
export interface Shape {
  readonly keys: readonly string[];
  /** For a reference: the shape to embed, or `bare` for the id. Its type decides otherwise. */
  readonly references?: Readonly<Record<string, string>>;
}

/** A rule across the fields of one record. */
export interface Rule<R = unknown> {
  /** The name of its message. */
  readonly name: RuleName;
  /** JSON Pointers, inside the record, of the values at fault. */
  readonly check: (record: R) => readonly string[];
}
/** What a message `inconsistent/…` about a value of one record is named by. */
type RuleName = {
  [N in MessageName]: N extends `inconsistent/${infer R}`
    ? RuleBreach extends Arguments<N>
      ? R
      : never
    : never;
}[MessageName];

/** Why a record is not for everyone. */
export interface Withholding<R = unknown> {
  /** The name of the reason in words. */
  readonly reason: ReasonName;
  readonly when: (record: R) => boolean;
}

/** A field that must be the same in the record that a reference points to. */
export interface Agreement {
  readonly reference: string;
  readonly field: string;
}

/** A record that `new` makes along with one of another collection. */
export interface Companion {
  readonly collection: string;
  /**
   * What it gives in its fields; undefined when the record has no such companion. `referenced`:
   * the record that a reference of the new record names.
   */
  readonly fields: (
    record: JsonObject,
    referenced: (reference: string) => JsonObject | undefined,
  ) => JsonObject | undefined;
}

/** All records of one kind. */
export interface Collection {
  readonly name: string;
  /** What one record is called, on the command line too. */
  readonly singular: string;
  readonly companions: readonly Companion[];
  readonly fields: Fields;
  readonly shapes: Readonly<Record<string, Shape>>;
  readonly rules: readonly Rule[];
  readonly withheld: readonly Withholding[];
  /** The reference by which the records form trees; rings are problems. */
  readonly parent?: string;
  readonly agreements: readonly Agreement[];
  /** The fields by which a person knows a record, such as its title; empty for none. */
  readonly named: readonly string[];
}

interface Declaration<F extends Fields> {
  readonly singular: string;
  readonly companions?: readonly Companion[];
  readonly fields: F;
  readonly named?: readonly (string & keyof F)[];
  readonly shapes: Readonly<Record<string, Shape>>;
  readonly rules?: readonly Rule<Written<F>>[];
  readonly withheld?: readonly Withholding<Written<F>>[];
  readonly parent?: string & keyof F;
  readonly agreements?: readonly Agreement[];
}

/** Declares a collection; rules see records in the form that its fields give them. */
export function collection<const F extends Fields>(
  name: string,
  declared: Declaration<F>,
): Collection {
  return {
    name,
    agreements: [],
    companions: [],
    named: [],
    ...declared,
    // The engine calls rules only with records that passed this collection's schema.
    rules: (declared.rules ?? []) as readonly Rule[],
    withheld: (declared.withheld ?? []) as readonly Withholding[],
  };
}

/** A shape: its keys in the order of `spec.md`, separated by white space. */
export function shape(keys: string, references?: Readonly<Record<string, string>>): Shape {
  return { keys: keys.trim().split(/\s+/), ...(references && { references }) };
}
