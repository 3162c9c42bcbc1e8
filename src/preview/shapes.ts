// Types that are part of several answers to the page.
import type { InputWords } from '../editing/schema/inputs.js';
import type { MissingId } from '../problems/messages/catalogue.js';

/** A reference by which a list can be filtered. `of`: the collection to which it leads. */
export interface FilterDto extends InputWords {
  readonly of: string;
}

/** A record with its name, which may be empty. */
export interface NamedDto extends MissingId {
  readonly name: string;
}

/** Why a record is withheld from readers. `with`: the other record with the reason, such as a comment's hidden post. */
export interface ReasonDto {
  readonly text: string;
  readonly with?: NamedDto;
}

/** The result of a change, or of a dry run of it. */
export interface OutcomeDto {
  readonly ok: boolean;
  readonly id?: number;
  /** The problems that the change causes. `field`: the JSON Pointer of a value in the form; null for other problems. */
  readonly problems: readonly {
    readonly severity: 'error' | 'warning';
    readonly field: string | null;
    readonly message: string;
    readonly hint?: string;
    /** Set if somebody else has changed the value since the form showed it. */
    readonly isChangedMeanwhile?: boolean;
  }[];
  /** A message that is shown in addition to the problems. */
  readonly text?: string;
}
