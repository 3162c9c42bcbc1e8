// The types of what the server sends to the page. This file imports only types: it is also compiled with the
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
  /** Whether there is an API that is served. */
  readonly isServed: boolean;
  /** Why the data could not be read, or the API not built, such as a missing data folder. */
  readonly failure: Localized | null;
  readonly errors: number;
  readonly warnings: number;
  /** The problems, an entry for each cause; errors come first. */
  readonly problems: readonly ProblemDto[];
  /** How many records each collection has. */
  readonly records: Readonly<Record<string, number>>;
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
  readonly message: Localized;
  readonly hint?: Localized;
  /** The record that has the problem, if it can be opened. */
  readonly record?: NamedDto;
  /** How many other problems the same change corrects; and the places of the first of them. */
  readonly others: number;
  readonly places: readonly ProblemPlaceDto[];
}

/** What the page has to know about the portal. */
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
  /** The fields of the form; those that name a record come first. */
  readonly fields: readonly FieldDto[];
  /** The collection whose records are shown as a discussion below a record. */
  readonly discussion?: Discussion & { readonly collection: string };
  /** Of a collection of discussions: the reference by which one record answers another. */
  readonly answers?: string;
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
  /** Whether the field is always shown, and not folded away with the rest. */
  readonly isMain: boolean;
  /** Whether this field alone names the record. */
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
  /** The record that is the reason: this one is withheld together with it. */
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
  /** The records to which all records of the list refer. */
  readonly of: readonly NamedDto[];
  readonly records: readonly ListedDto[];
}

export interface ListedDto extends NamedDto {
  /** A value for each column; null where the record has none. */
  readonly cells: readonly CellDto[];
  /** Why readers do not see it; undefined if they do. */
  readonly withheld?: ReasonDto;
}

/** A value in a list: as the data file has it, or the records that a reference or a list of them names. */
export type CellDto = { readonly value: Json } | { readonly named: readonly NamedDto[] } | null;

/** A record as its data file has it, for its form. */
export interface RecordDto extends NamedDto {
  readonly record: JsonObject;
  /** By field: the texts of its values of any JSON, in which numbers have all their digits, and keys their order. */
  readonly texts: Readonly<Record<string, string>>;
  /** Why the record is withheld from readers; null if it is not. */
  readonly withheld: ReasonDto | null;
  /** Collection → id → the name of a record to which the record refers. */
  readonly names: NamesById;
  /** The field and the value that would hide the record from readers, or show it again; null if there is none. */
  readonly turn: { readonly field: string; readonly value: boolean } | null;
  /** `data/users.json:7`, and the link that opens it in the editor. */
  readonly place: string;
  readonly link: string;
  /** How many records of each collection refer to it. */
  readonly referrers: Readonly<Record<string, number>>;
}
export type NamesById = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A contribution to a discussion, in the order in which it is read: after what it answers. */
export interface CommentDto extends NamedDto {
  /** How many others it is below. */
  readonly level: number;
  readonly author: NamedDto | null;
  readonly time: string;
  readonly html: string;
  readonly withheld?: ReasonDto;
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

/** The answer to a request that was refused: nothing was done. */
export type RefusedDto = OutcomeDto & { readonly ok: false };

/** The result of removing a record, or of its dry run. */
export interface RemovalDto extends OutcomeDto {
  /** The records that are removed with it, since they cannot exist without it. */
  readonly removedToo: readonly NamedDto[];
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
  /** Empty where no branch is checked out. */
  readonly branch: string;
  /** Whether a new branch is created for the commit. */
  readonly isMain: boolean;
  /** The branch that all others are merged into. */
  readonly main: string | undefined;
  readonly remote: string | undefined;
  /** How many commits of the branch have not been pushed. */
  readonly unpushed: number;
  /** Where a pull request can be opened, once the branch is pushed. */
  readonly address: string | undefined;
}

/** The result of a commit or a push; `output`: what git said. */
export interface HandedInDto {
  readonly ok: boolean;
  readonly output: string;
  readonly branch: string;
}
