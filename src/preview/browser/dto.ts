// The types of what the server sends to the page. This file only imports types, because it is also compiled with the
// page, whose TypeScript project has the types of the DOM and none of the server.
import type { Input, InputValue, InputWords } from '../../editing/schema/inputs.js';
import type { Json, JsonObject } from '../../model/fields.js';
import type { Discussion } from '../../model/view.js';
import type { Language, Localized } from '../../problems/messages/catalogue.js';

export type { Json, JsonObject, Language, Localized };

/** The state of the data and of the latest build; sent at each change. */
export interface PreviewState {
  /** Greater after each change of the data. */
  readonly version: number;
  /** Whether an API is served. */
  readonly isServed: boolean;
  /** Why the data could not be read or the API not built, such as a missing data folder. */
  readonly failure: Localized | null;
  readonly errors: number;
  readonly warnings: number;
  /** The first of them; errors come first. Problems with the same cause are one. */
  readonly problems: readonly ProblemDto[];
  /** How many more there are. */
  readonly hidden: number;
  /** How many records each collection has. */
  readonly records: Readonly<Record<string, number>>;
}

/** `data/users.json:7:3`, and the link that opens it in the editor. */
export interface PlaceDto {
  readonly place: string;
  readonly link: string;
}

/** The parts of a problem that the page shows. */
export interface ProblemDto extends PlaceDto {
  readonly severity: 'error' | 'warning';
  readonly path: string;
  readonly message: Localized;
  readonly hint?: Localized;
  /** The record that has the problem, if it can be opened. */
  readonly record?: NamedDto;
  /** The first other places with the same cause, and how many there are. */
  readonly others: readonly PlaceDto[];
  readonly more: number;
}

/** What the page needs to know about the portal. */
export interface PortalDto {
  readonly title: string;
  readonly menu: readonly {
    readonly title: string | null;
    readonly collections: readonly string[];
  }[];
  readonly of: Readonly<Record<string, CollectionDto>>;
}

export interface CollectionDto {
  /** The title of the list, and the word for one record. */
  readonly title: string;
  readonly singular: string;
  readonly columns: readonly FieldDto[];
  readonly filters: readonly FilterDto[];
  /** The fields of the form. Those that name a record come first. */
  readonly fields: readonly FieldDto[];
  /** The collection whose records are shown as a discussion below a record. */
  readonly discussion?: Discussion & { readonly collection: string };
  /**
   * Of a collection of discussions: the collection that is discussed, the reference to it, and the reference by which one
   * record answers another.
   */
  readonly discusses?: { readonly of: string; readonly on: string; readonly answers: string };
}

/** A reference by which a list is filtered; `of`: the collection that it leads to. */
export interface FilterDto extends InputWords {
  readonly of: string;
}

/** The input of a value, with the words for the values of an enumeration. */
export interface InputDto extends Omit<InputValue, 'fields' | 'element'> {
  readonly called?: Readonly<Record<string, string>>;
  readonly fields?: readonly FieldDto[];
  readonly element?: InputDto;
}

/** A field of a form, or a column of a list. */
export interface FieldDto extends InputDto, Omit<Input, keyof InputValue | 'isFilled'> {
  /** Whether the field is always shown. Other fields are folded away. */
  readonly isMain: boolean;
  /** Whether this is the only field that names the record. */
  readonly isHeading?: boolean;
}

/** A record with its name, which may be empty. */
export interface NamedDto {
  readonly collection: string;
  readonly id: number;
  readonly name: string;
}

/** Why a record is withheld from readers. */
export interface ReasonDto {
  readonly text: string;
  /** The record that is the reason: if it is withheld, this one is, too. */
  readonly with?: NamedDto;
}

/** A page of a list. */
export interface ListDto {
  /** How many records there are on all pages. */
  readonly count: number;
  readonly page: number;
  readonly pages: number;
  /** How many records of the whole collection readers do not see. */
  readonly drafts: number;
  /** The records by which the list is filtered: all its records refer to them. */
  readonly of: readonly NamedDto[];
  readonly records: readonly ListedDto[];
}

export interface ListedDto extends NamedDto {
  /** A value for each column; null where the record has none. */
  readonly cells: readonly CellDto[];
  /** Why readers do not see it; undefined if they do. */
  readonly withheld?: ReasonDto;
}

/** A value in a list: as the data file has it, or the records to which a reference or a list of references leads. */
export type CellDto = { readonly value: Json } | { readonly named: readonly NamedDto[] } | null;

/** A record as written in its data file, for its form. */
export interface RecordDto extends NamedDto, PlaceDto {
  readonly record: JsonObject;
  /** By field: the values of fields that accept any JSON, as text, so that digits and the order of keys are kept. */
  readonly texts: Readonly<Record<string, string>>;
  /** Why the record is withheld from readers; null if it is not. */
  readonly withheld: ReasonDto | null;
  /** Names of the records to which it refers, by collection and id. */
  readonly names: NamesById;
  /** The field and the value that would hide the record from readers, or show it again; null if there is none. */
  readonly turn: { readonly field: string; readonly value: boolean } | null;
  /** Its address in the API, or that of a list with it; undefined if readers do not see it. */
  readonly api?: string;
  /** How many records of each collection refer to it. */
  readonly referrers: Readonly<Record<string, number>>;
}
export type NamesById = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A contribution to a discussion. Contributions come in reading order, after the one that they answer. */
export interface CommentDto extends NamedDto {
  /** How many contributions are above it in the tree. */
  readonly level: number;
  readonly author: NamedDto | null;
  readonly time: string;
  readonly html: string;
  readonly withheld?: ReasonDto;
}

/** A record that a typed text may mean. `within`: the names of records to which it belongs, such as a city's region. */
export interface OfferDto {
  readonly id: number;
  readonly name: string;
  readonly within: string;
}

/** The result of a change, or of its dry run. */
export interface OutcomeDto {
  readonly ok: boolean;
  readonly id?: number;
  /** The problems that the change causes. `field`: the JSON pointer of the value, if it is in the record itself. */
  readonly problems: readonly {
    readonly severity: 'error' | 'warning';
    readonly field: string | null;
    readonly message: string;
    readonly hint?: string;
  }[];
  /** A message in addition to the problems. */
  readonly text?: string;
  /** Somebody else has changed the record since it was opened. */
  readonly isOld?: boolean;
}

/** The answer to a request that was refused: nothing was done. */
export interface RefusedDto extends OutcomeDto {
  readonly ok: false;
  readonly text: string;
  /** The server did not answer at all. */
  readonly isLost?: boolean;
}

/** The result of removing a record, or of its dry run. */
export interface RemovalDto extends OutcomeDto {
  /** The records that are removed with it, because they cannot exist without it. */
  readonly removedToo: readonly NamedDto[];
  /** The records that embed it. While there are any, it cannot be removed. */
  readonly shownBy: readonly NamedDto[];
  /** The records that only contain its id. They stay. */
  readonly namedBy: readonly NamedDto[];
  /** Nothing was removed, because the page showed other records than those that would have been removed. */
  readonly isOther?: boolean;
}

/** The changes since the last commit, and where they can be committed and pushed. */
export interface ChangesDto {
  readonly files: readonly string[];
  /** What was changed in records, as the command `diff` reports it. */
  readonly lines: readonly string[];
  /** Empty if no branch is checked out. */
  readonly branch: string;
  /** Whether a new branch is created for the commit. */
  readonly isMain: boolean;
  /** The main branch, into which others are merged. */
  readonly main: string | undefined;
  readonly remote: string | undefined;
  /** How many commits of the branch have not been pushed. */
  readonly unpushed: number;
}

/** The result of a commit or a push. `output`: git's output. */
export interface HandedInDto {
  readonly ok: boolean;
  readonly output: string;
  readonly branch: string;
}
