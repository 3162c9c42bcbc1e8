// What the server tells the page. It imports types alone: it is compiled with the page too, whose
// TypeScript project has the types of the DOM and none of the server.
import type { Json, JsonObject } from '../../model/fields.js';
import type { Fact, FactForm, ThreadPaths, View, Views } from '../../model/view.js';
import type { Language, Said } from '../../problems/messages/catalogue.js';

export type { Json, JsonObject, Language, Said };

/** How the last build went; sent after each one. */
export interface PreviewState {
  /** The id of the snapshot that is served; null until there is one. */
  readonly snapshot: string | null;
  /** Why the last build was not completed at all, such as a missing data folder. */
  readonly failure: Said | null;
  /** How many errors and warnings the last build had. */
  readonly errors: number;
  readonly warnings: number;
  /** The first problems of the last build. */
  readonly problems: readonly ProblemDto[];
  /** By collection: how many records readers get to see, and how many are withheld from them. */
  readonly records: Readonly<Record<string, number>>;
  readonly withheld: Readonly<Record<string, number>>;
}

/** The parts of a problem that the page shows. */
export interface ProblemDto {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** What opens that place in the editor. */
  readonly link: string;
  readonly path: string;
  readonly message: Said;
  readonly hint?: Said;
}

/** What the collections look like (model/view.ts), with what the types of their fields say. */
export interface ViewsDto extends Omit<Views, 'of' | 'menu'> {
  readonly menu: readonly {
    readonly title: Said | null;
    readonly collections: readonly string[];
  }[];
  readonly of: Readonly<Record<string, ViewDto>>;
}

export interface ViewDto extends Omit<View, 'heading' | 'lead' | 'facts' | 'filters' | 'thread'> {
  /** Paths of the heading: the first that has a value. */
  readonly heading: readonly string[];
  /** The fields by which a record is named, in their order. */
  readonly named: readonly string[];
  readonly lead?: FactDto;
  readonly facts: readonly FactDto[];
  readonly filters: readonly FactDto[];
  /** `people`: the collection of the authors. */
  readonly thread?: ThreadPaths & { readonly people: string };
}

export interface FactDto extends Omit<Fact, 'form'> {
  /** `names`: records of the collection `of`, or their ids. */
  readonly form: FactForm | 'names' | 'json';
  readonly of?: string;
}

/** Collection → id → the name of that record, for ids that stand in records. */
export type NamesById = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A part of a list, as filtered. */
export interface ListDto {
  /** How many records there are on all pages. */
  readonly count: number;
  readonly page: number;
  readonly pages: number;
  readonly records: readonly JsonObject[];
  readonly names: NamesById;
  /** For each filter of the view, what can be chosen. */
  readonly options: readonly (readonly OptionDto[])[];
}

export interface OptionDto {
  readonly value: string;
  /** Null: the value speaks for itself. */
  readonly name: string | null;
  /** How many records there would be. */
  readonly count: number;
}

export interface RecordDto {
  readonly record: JsonObject;
  readonly names: NamesById;
}

/** A discussion. */
export interface ThreadDto {
  readonly records: readonly JsonObject[];
}

/** What was found, by collection. */
export interface SearchDto {
  readonly groups: readonly {
    readonly collection: string;
    readonly hits: readonly HitDto[];
    /** Whether there are more. */
    readonly more: boolean;
  }[];
}

export interface HitDto {
  readonly id: number;
  readonly name: string;
  /** What was found, with what stands before and after it. */
  readonly excerpt: readonly [before: string, found: string, after: string];
  /** The record that it is shown below, if it is not shown by itself. */
  readonly above?: { readonly collection: string; readonly id: number };
}

/** Where a record stands in the data files. */
export interface PlaceDto {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
