// What the server tells the page. It imports types alone: it is compiled with the page too, whose
// TypeScript project has the types of the DOM and none of the server.
import type { Json, JsonObject } from '../../model/fields.js';
import type { Fact, FactForm, ThreadPaths, View, Views } from '../../model/view.js';
import type { Language, Said } from '../../problems/messages/catalogue.js';

export type { Json, JsonObject, Language, Said };

/** How the latest build went; sent after each one. */
export interface PreviewState {
  /** The id of the snapshot that is served; null until there is one. */
  readonly snapshot: string | null;
  /** Why the last build was not completed at all, such as a missing data folder. */
  readonly failure: Said | null;
  /** How many errors and warnings the last build had. */
  readonly errors: number;
  readonly warnings: number;
  /** What is wrong with the last build, an entry for each cause; the errors first. */
  readonly problems: readonly ProblemDto[];
  /** By collection: how many records readers get to see, and how many are withheld from them. */
  readonly records: Readonly<Record<string, number>>;
  readonly withheld: Readonly<Record<string, number>>;
}

/** A place in a file, and what opens it in the editor. */
export interface ProblemPlaceDto {
  /** `data/users.json:7:3` */
  readonly place: string;
  readonly link: string;
}

/** The parts of a problem that the page shows. */
export interface ProblemDto extends ProblemPlaceDto {
  readonly severity: 'error' | 'warning';
  readonly path: string;
  readonly message: Said;
  readonly hint?: Said;
  /** In how many more places it is, which one change puts right together; and the first of these. */
  readonly others: number;
  readonly places: readonly ProblemPlaceDto[];
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

/** By collection: the fields of its form. */
export type FormsDto = Readonly<Record<string, readonly FieldDto[]>>;

/** What a value is put in by; `choices`: a list of them; `json`: any value, as JSON. */
export interface InputDto {
  readonly kind:
    | 'text'
    | 'lines'
    | 'markup'
    | 'number'
    | 'flag'
    | 'choice'
    | 'choices'
    | 'time'
    | 'date'
    | 'reference'
    | 'list'
    | 'part'
    | 'json';
  /** The collection of a reference. */
  readonly of?: string;
  readonly values?: readonly (string | number)[];
  readonly fields?: readonly FieldDto[];
  readonly element?: InputDto;
}

/** A field of a form. */
export interface FieldDto extends InputDto {
  readonly name: string;
  readonly label: Said;
  /** What there is to say besides; empty for nothing. */
  readonly about: Said;
  readonly needed: boolean;
  /** Whether it is shown at once, and not among the rest. */
  readonly isMain: boolean;
  /** Whether the record is named by it alone. */
  readonly isHeading?: boolean;
  /** Its value where a record does not give it, if that is always the same. */
  readonly absent?: Json;
}

/** A record as it is written, for its form. */
export interface WrittenDto {
  readonly record: JsonObject;
  /** Why readers do not get to see it; null where they do. */
  readonly withheld: ReasonDto | null;
  /** Names of the records that it refers to. */
  readonly names: NamesById;
  /** The value by which it is hidden from readers, or shown to them again, if there is one. */
  readonly turn: { readonly field: string; readonly value: boolean } | null;
}

/** Why readers do not get to see a record. */
export interface ReasonDto {
  readonly text: string;
  /** The record that it is withheld together with. */
  readonly with?: NamedDto;
}

/** A record by its name, which is empty where it has none. */
export interface NamedDto {
  readonly collection: string;
  readonly id: number;
  readonly name: string;
}

/** The records that readers do not get to see, the newest first. */
export interface DraftsDto {
  readonly count: number;
  readonly drafts: readonly (NamedDto & { readonly reason: ReasonDto })[];
}

/** A record that a name may mean. */
export interface OfferDto {
  readonly id: number;
  readonly name: string;
  readonly within: string;
}

/** What came of a change, or would. */
export interface OutcomeDto {
  readonly ok: boolean;
  readonly id?: number;
  /** Problems that it causes; `field`: its pointer, where that is in the record itself. */
  readonly problems: readonly {
    readonly severity: 'error' | 'warning';
    readonly field: string | null;
    readonly message: string;
    readonly hint?: string;
  }[];
  /** What else is told. */
  readonly text?: string;
  /** Somebody else has changed the record since it was opened. */
  readonly isOld?: boolean;
}

/** What came of removing a record, or would. */
export interface RemovalDto extends OutcomeDto {
  /** The records that cannot be without it. */
  readonly along: readonly NamedDto[];
  /** The records that show it: while there are any, it stays. */
  readonly shownBy: readonly NamedDto[];
  /** The records that only give its number, and stay. */
  readonly namedBy: readonly NamedDto[];
}

/** What has changed since the last commit, and where it would be handed in. */
export interface ChangesDto {
  readonly files: readonly string[];
  /** What `diff` tells of the records that readers see, and of what follows from them. */
  readonly parts: readonly { readonly heading: string; readonly lines: readonly string[] }[];
  /** What it tells of the API. */
  readonly effect: string;
  /** Undefined where the data is in no repository. */
  readonly branch?: string;
  /** Whether a branch of its own is made for it. */
  readonly isMain?: boolean;
  readonly remote?: string;
  /** How many commits of the branch have not been pushed. */
  readonly unpushed?: number;
  /** Where a pull request can be opened, once the branch is pushed. */
  readonly address?: string;
  /** Why it cannot be handed in. */
  readonly refused?: string;
}

/** What git said to what was handed in. */
export interface HandedInDto {
  readonly ok: boolean;
  readonly said: string;
  readonly branch?: string;
}
