// The types of what the server sends to the page: what its functions return.
import type { InputWords } from '../../editing/schema/inputs.js';
import type { Json, JsonObject } from '../../model/fields.js';
import type { Language, Localized, MissingId } from '../../problems/messages/catalogue.js';
import type { discussionOf } from '../data/discussion.js';
import type { describePortal, FieldDto, InputDto } from '../data/forms.js';
import type { listRecords } from '../data/list.js';
import type { DataReading } from '../data/reading.js';
import type { changesIn, HandingIn } from '../edit/handing-in.js';
import type { EditRequests } from '../edit/requests.js';
import type { stateOf } from '../state.js';

export type { FieldDto, InputDto, Json, JsonObject, Language, Localized };

/** The state of the data and of the last build. It is sent after each change. */
export type PreviewState = ReturnType<typeof stateOf>;
export type ProblemDto = PreviewState['problems'][number];

/** What the page needs to know about the portal. */
export type PortalDto = ReturnType<typeof describePortal>;
export type CollectionDto = PortalDto['of'][string];

/** A reference by which a list can be filtered. `of`: the collection to which it leads. */
export interface FilterDto extends InputWords {
  readonly of: string;
}

/** A record with its name, which may be empty. */
export interface NamedDto extends MissingId {
  readonly name: string;
}

/** Why a record is withheld from readers. `with`: the record that is the reason, if it is another one. */
export interface ReasonDto {
  readonly text: string;
  readonly with?: NamedDto;
}

export type ListDto = Awaited<ReturnType<typeof listRecords>>;
export type ListedDto = ListDto['records'][number];
export type CellDto = ListedDto['cells'][number];
export type RecordDto = NonNullable<ReturnType<DataReading['record']>>;
export type NamesById = RecordDto['names'];
export type OfferDto = ReturnType<DataReading['offers']>[number];
export type CommentDto = ReturnType<typeof discussionOf>[number];

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

/** The answer to a request that was refused: nothing was done. `isLost`: the server did not answer at all. */
export interface RefusedDto extends OutcomeDto {
  readonly ok: false;
  readonly text: string;
  readonly isLost?: boolean;
}

export type RemovalDto = Awaited<ReturnType<EditRequests['remove']>>;
export type ChangesDto = Awaited<ReturnType<typeof changesIn>>;
export type HandedInDto = Awaited<ReturnType<HandingIn>>;
