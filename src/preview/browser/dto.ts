// The types of what the server sends to the page. This file may only import types, because it is also compiled for
// the browser.
import type { Input, InputValue, InputWords } from '../../editing/schema/inputs.js';
import type { Json, JsonObject } from '../../model/fields.js';
import type { Discussion } from '../../model/view.js';
import type { Language, Localized } from '../../problems/messages/catalogue.js';

export type { Json, JsonObject, Language, Localized };

/** The state of the data and of the last build. It is sent after each change. */
export interface PreviewState {
  /** A number that grows with each change of the data. */
  readonly version: number;
  /** Whether there is a built API to serve. */
  readonly isServed: boolean;
  /** Why the data cannot be read or the API cannot be built. */
  readonly failure: Localized | null;
  readonly errors: number;
  readonly warnings: number;
  /** The first problems; errors come first. Problems with the same cause are one. */
  readonly problems: readonly ProblemDto[];
  /** How many further problems there are. */
  readonly hidden: number;
  /** The number of records of each collection. */
  readonly records: Readonly<Record<string, number>>;
}

/** A place such as `data/users.json:7:3`, and a link that opens it in the user's editor. */
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
  /** The first other places with the same cause, and how many more there are. */
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
  /** The fields of the form. Those with the name of the record come first. */
  readonly fields: readonly FieldDto[];
  /** The collection whose records are shown as a discussion below a record of this collection. */
  readonly discussion?: Discussion & { readonly collection: string };
  /**
   * If the records are contributions to discussions: the collection that is discussed, the reference to it, and the
   * reference to the answered contribution.
   */
  readonly discusses?: { readonly of: string; readonly on: string; readonly answers: string };
}

/** A reference by which a list can be filtered. `of`: the collection to which it leads. */
export interface FilterDto extends InputWords {
  readonly of: string;
}

/** The input for a value. `called`: for a choice, the words for its values. */
export interface InputDto extends Omit<InputValue, 'fields' | 'element'> {
  readonly called?: Readonly<Record<string, string>>;
  readonly fields?: readonly FieldDto[];
  readonly element?: InputDto;
}

/** A field of a form, or a column of a list. */
export interface FieldDto extends InputDto, Omit<Input, keyof InputValue | 'isFilled'> {
  /** Whether the field is always shown. Other fields are folded. */
  readonly isMain: boolean;
  /** Whether this is the only field with the name of the record. */
  readonly isHeading?: boolean;
}

/** A record with its name, which may be empty. */
export interface NamedDto {
  readonly collection: string;
  readonly id: number;
  readonly name: string;
}

/** Why readers do not see a record. */
export interface ReasonDto {
  readonly text: string;
  /** If readers do not see the record because of another record, that one. */
  readonly with?: NamedDto;
}

/** One page of a list. */
export interface ListDto {
  /** How many records there are on all pages. */
  readonly count: number;
  readonly page: number;
  readonly pages: number;
  /** How many records of the collection readers do not see. */
  readonly drafts: number;
  /** The records by which the list is filtered. All records in the list refer to them. */
  readonly of: readonly NamedDto[];
  readonly records: readonly ListedDto[];
}

export interface ListedDto extends NamedDto {
  /** A value for each column; null if the record has none. */
  readonly cells: readonly CellDto[];
  /** Why readers do not see it; undefined if they do. */
  readonly withheld?: ReasonDto;
}

/** A value in a list: as it is in the data file or, for references, the records to which they lead. */
export type CellDto = { readonly value: Json } | { readonly named: readonly NamedDto[] } | null;

/** A record for its form, as it is written in its data file. */
export interface RecordDto extends NamedDto, PlaceDto {
  readonly record: JsonObject;
  /** The values that may have any form, by field, as text, so that digits and the order of keys stay. */
  readonly texts: Readonly<Record<string, string>>;
  /** Why the record is withheld from readers; null if it is not. */
  readonly withheld: ReasonDto | null;
  /** The names of the records to which it refers, by collection and id. */
  readonly names: NamesById;
  /** The field and the value that would hide the record from readers or show it again; null if there is none. */
  readonly turn: { readonly field: string; readonly value: boolean } | null;
  /** Its address in the API, or that of a list with it; undefined if readers do not see it. */
  readonly api?: string;
  /** How many records of each collection refer to it. */
  readonly referrers: Readonly<Record<string, number>>;
}
export type NamesById = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A contribution to a discussion. Each comes after the one that it answers. */
export interface CommentDto extends NamedDto {
  /** How deep it is in the tree. */
  readonly level: number;
  readonly author: NamedDto | null;
  readonly time: string;
  readonly html: string;
  readonly withheld?: ReasonDto;
}

/**
 * A record that a typed text may mean. `within`: the names of records to which it belongs, such as the region of a
 * city.
 */
export interface OfferDto {
  readonly id: number;
  readonly name: string;
  readonly within: string;
}

/** The result of a change, or of a dry run of it. */
export interface OutcomeDto {
  readonly ok: boolean;
  readonly id?: number;
  /**
   * The problems that the change causes. `field`: the JSON Pointer of the value, if it is in the record of the form.
   */
  readonly problems: readonly {
    readonly severity: 'error' | 'warning';
    readonly field: string | null;
    readonly message: string;
    readonly hint?: string;
  }[];
  /** A message in addition to the problems. */
  readonly text?: string;
  /** Whether somebody else has changed the record since the form was opened. */
  readonly isOld?: boolean;
}

/** The answer to a refused request. Nothing was done. */
export interface RefusedDto extends OutcomeDto {
  readonly ok: false;
  readonly text: string;
  /** Set if the server did not answer. */
  readonly isLost?: boolean;
}

/** The result of a removal, or of a dry run of it. */
export interface RemovalDto extends OutcomeDto {
  /** The records that are removed, too, because they cannot exist without it. */
  readonly removedToo: readonly NamedDto[];
  /** The records that embed it. While there are any, it cannot be removed. */
  readonly shownBy: readonly NamedDto[];
  /** The records that only have its id. They stay. */
  readonly namedBy: readonly NamedDto[];
  /** Set if nothing was removed, because other records would have been removed than the page has shown. */
  readonly isOther?: boolean;
}

/** The changes since the last commit, and the branch for them. */
export interface ChangesDto {
  readonly files: readonly string[];
  /** What changed in records, in the words of the command `diff`. */
  readonly lines: readonly string[];
  /** Empty if no branch is checked out. */
  readonly branch: string;
  /** Whether a new branch is created for the commit. */
  readonly isMain: boolean;
  /** The main branch. */
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
