// The types of the JSON that the server sends to the page. Most are derived from the functions that make this JSON.
import type { discussionOf } from '../data/discussion.js';
import type { describePortal } from '../data/forms.js';
import type { listRecords } from '../data/list.js';
import type { DataReading } from '../data/reading.js';
import type { inSentence, uncommittedChanges } from '../edit/handing-in.js';
import type { EditRequests } from '../edit/requests.js';
import type { OutcomeDto } from '../shapes.js';
import type { stateOf } from '../state.js';

export type { NamedRecord as OfferDto } from '../../editing/query/names.js';
export type { Json, JsonObject } from '../../model/fields.js';
export type { Language, Localized } from '../../problems/messages/catalogue.js';
export type { FieldDto, InputDto } from '../data/forms.js';
export type { FilterDto, NamedDto, OutcomeDto, ReasonDto } from '../shapes.js';

/** The state of the data and of the last build. The server sends it to a page that is opened, and after changes. */
export type PreviewState = ReturnType<typeof stateOf>;
export type ProblemDto = PreviewState['problems'][number];

/** The titles, columns and forms of the portal's collections. */
export type PortalDto = ReturnType<typeof describePortal>;
export type CollectionDto = PortalDto['of'][string];

export type ListDto = Awaited<ReturnType<typeof listRecords>>;
export type ListedDto = ListDto['records'][number];
export type CellDto = ListedDto['cells'][number];
export type RecordDto = NonNullable<ReturnType<DataReading['record']>>;
export type NamesById = RecordDto['names'];
export type CommentDto = ReturnType<typeof discussionOf>[number];

/** A refusal, with its reason. `isLost`: the server did not answer, or not with JSON. */
export interface RefusedDto extends OutcomeDto {
  readonly ok: false;
  readonly text: string;
  readonly isLost?: boolean;
}

export type RemovalDto = Awaited<ReturnType<EditRequests['remove']>>;
export type ChangesDto = Awaited<ReturnType<typeof uncommittedChanges>>;
export type EditedDto = ChangesDto['records'][number];
export type HandedInDto = Awaited<ReturnType<typeof inSentence>>;
