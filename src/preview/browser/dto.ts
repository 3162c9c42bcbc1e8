// The types of what the server sends to the page. This file imports only types: it is also compiled with the
// page, whose TypeScript project has the types of the DOM and none of the server.
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
  /** The problems of the last build, an entry for each cause; errors come first. */
  readonly problems: readonly ProblemDto[];
  /** By collection: how many records readers get to see, and how many are withheld from them. */
  readonly records: Readonly<Record<string, number>>;
  readonly withheld: Readonly<Record<string, number>>;
}

/** A place in a file, and the link that opens it in the editor. */
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
  /** How many other problems the same change corrects; and the places of the first of them. */
  readonly others: number;
  readonly places: readonly ProblemPlaceDto[];
}

/** What the collections look like (model/view.ts), with what follows from the types of their fields. */
export interface ViewsDto extends Omit<Views, 'of' | 'menu'> {
  readonly menu: readonly {
    readonly title: Said | null;
    readonly collections: readonly string[];
  }[];
  readonly of: Readonly<Record<string, ViewDto>>;
}

export interface ViewDto extends Omit<View, 'heading' | 'lead' | 'facts' | 'filters' | 'thread'> {
  /** Paths of the heading: the first path with a value gives it. */
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

/** Collection → id → the name of that record, for ids that records contain. */
export type NamesById = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A page of a filtered list. */
export interface ListDto {
  /** How many records there are on all pages. */
  readonly count: number;
  readonly page: number;
  readonly pages: number;
  readonly records: readonly JsonObject[];
  readonly names: NamesById;
  /** The options of each filter of the view. */
  readonly options: readonly (readonly OptionDto[])[];
}

export interface OptionDto {
  readonly value: string;
  /** Null: there is no name besides the value. */
  readonly name: string | null;
  /** How many records the list would have with this option. */
  readonly count: number;
}

export interface RecordDto {
  readonly record: JsonObject;
  readonly names: NamesById;
}

/** A discussion: its records in the order of the API. */
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
  /** The text that was found, with the text before and after it. */
  readonly excerpt: readonly [before: string, found: string, after: string];
  /** For a comment, which has no view of its own: the record below which it is shown. */
  readonly above?: { readonly collection: string; readonly id: number };
}

/** Where a record stands in the data files. */
export interface PlaceDto {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** For a comment: the record that is discussed. */
  readonly above?: NamedDto;
}

/** By collection: the fields of its form. */
export type FormsDto = Readonly<Record<string, readonly FieldDto[]>>;

/** The input of a value. `choices`: several values of an enumeration; `json`: any value, as JSON. */
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
  /** An explanation; empty if there is none. */
  readonly about: Said;
  readonly needed: boolean;
  /** Whether the field is always shown, and not folded away with the rest. */
  readonly isMain: boolean;
  /** Whether this field alone names the record. */
  readonly isHeading?: boolean;
  /** The value that the field has where a record does not give it, if that is always the same. */
  readonly absent?: Json;
}

/** A record as its data file has it, for its form. */
export interface WrittenDto {
  readonly record: JsonObject;
  /** By field: the texts of its values of any JSON, in which numbers have all their digits, and keys their order. */
  readonly texts: Readonly<Record<string, string>>;
  /** Why the record is withheld from readers; null if it is not. */
  readonly withheld: ReasonDto | null;
  /** Names of the records to which the record refers. */
  readonly names: NamesById;
  /** The field and the value that would hide the record from readers, or show it again; null if there is none. */
  readonly turn: { readonly field: string; readonly value: boolean } | null;
}

/** Why a record is withheld from readers. */
export interface ReasonDto {
  readonly text: string;
  /** The record that is the reason: this one is withheld together with it. */
  readonly with?: NamedDto;
}

/** A record with its name, which may be empty. */
export interface NamedDto {
  readonly collection: string;
  readonly id: number;
  readonly name: string;
}

/** The records that are withheld from readers, the newest first; `count`: how many there are in all. */
export interface DraftsDto {
  readonly count: number;
  readonly drafts: readonly (NamedDto & { readonly reason: ReasonDto })[];
}

/** A record that typed text may mean; `within`: the names of records that it belongs to, such as a city's region. */
export interface OfferDto {
  readonly id: number;
  readonly name: string;
  readonly within: string;
}

/** The result of a change, or of its dry run. */
export interface OutcomeDto {
  readonly ok: boolean;
  readonly id?: number;
  /** Problems that the change causes; `field`: the JSON pointer of the value, if it is in the record itself. */
  readonly problems: readonly {
    readonly severity: 'error' | 'warning';
    readonly field: string | null;
    readonly message: string;
    readonly hint?: string;
  }[];
  /** A message besides the problems. */
  readonly text?: string;
  /** Somebody else has changed the record since it was opened. */
  readonly isOld?: boolean;
}

/** The result of removing a record, or of its dry run. */
export interface RemovalDto extends OutcomeDto {
  /** The records that are removed with it, since they cannot exist without it. */
  readonly along: readonly NamedDto[];
  /** The records that embed it: while there are any, it cannot be removed. */
  readonly shownBy: readonly NamedDto[];
  /** The records that only contain its id, and stay. */
  readonly namedBy: readonly NamedDto[];
  /** Nothing was removed, since other records would have gone along than the page showed. */
  readonly isOther?: boolean;
}

/** The changes since the last commit, and where they would be committed and pushed. */
export interface ChangesDto {
  readonly files: readonly string[];
  /** What was changed in records, as the command `diff` reports it. */
  readonly lines: readonly string[];
  /** Undefined where git can use no repository; empty where no branch is checked out. */
  readonly branch?: string;
  /** Whether a new branch is created for the commit. */
  readonly isMain?: boolean;
  /** The branch that all others are merged into. */
  readonly main?: string | undefined;
  readonly remote?: string | undefined;
  /** How many commits of the branch have not been pushed. */
  readonly unpushed?: number;
  /** Where a pull request can be opened, once the branch is pushed. */
  readonly address?: string | undefined;
  /** What is known of who commits, where that is not enough for git. */
  readonly author?: { readonly name: string; readonly address: string } | undefined;
  /** Why nothing can be handed in, and what to do, line by line. */
  readonly refused?: string;
}

/** The result of a commit, a push or an update; `said`: git's output; `refused`: why nothing was done. */
export interface HandedInDto {
  readonly ok: boolean;
  readonly said: string;
  readonly branch?: string;
  readonly refused?: string;
}
