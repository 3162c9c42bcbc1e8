// Answers the page's requests about the data: lists, records, discussions, names.
import type { Portal } from '../../model/endpoint.js';
import type { MissingId } from '../../problems/messages/catalogue.js';
import type { CommentDto, ListDto, OfferDto, PortalDto, RecordDto } from '../browser/dto.js';
import type { PreviewRequest } from '../server.js';
import { discussionOf } from './discussion.js';
import { describePortal } from './forms.js';
import { listRecords } from './list.js';
import type { CurrentData } from './reading.js';

/** The most letters of a search. */
const MOST_LETTERS = 200;

/** The record in an address. */
export const recordInAddress = ({ params }: PreviewRequest): MissingId => ({
  collection: params['collection']!,
  id: Number(params['id']),
});

export class DataRequests {
  readonly described: PortalDto;

  constructor(
    private readonly portal: Portal,
    private readonly current: CurrentData,
  ) {
    this.described = describePortal(portal);
  }

  async names({ params, query }: PreviewRequest): Promise<readonly OfferDto[]> {
    return (await this.current.read()).offers(params['collection']!, query.get('q') ?? '');
  }

  /** Null if the record does not exist: browsers would log a 404 as an error. */
  async record(request: PreviewRequest): Promise<RecordDto | null> {
    return (await this.current.read()).record(recordInAddress(request), request.lang) ?? null;
  }

  async discussion(request: PreviewRequest): Promise<readonly CommentDto[] | null> {
    const of = recordInAddress(request);
    const { discussion } = this.described.of[of.collection]!;
    if (!discussion) return null;
    return discussionOf(await this.current.read(), of, discussion, request.lang);
  }

  async list({ params, query, lang }: PreviewRequest): Promise<ListDto> {
    const collection = params['collection']!;
    const of = query.getAll('of').flatMap((text): MissingId[] => {
      const [name = '', id = ''] = text.split('/');
      return Object.hasOwn(this.described.of, name) ? [{ collection: name, id: Number(id) }] : [];
    });
    const wanted = {
      ...{ collection, of, lang, onlyDrafts: query.has('drafts') },
      words: (query.get('q') ?? '').slice(0, MOST_LETTERS),
      page: Math.max(1, Math.floor(Number(query.get('page') ?? 1)) || 1),
    };
    const columns = this.described.of[collection]!.columns.map(({ name }) => name);
    const { byName } = this.portal.views?.of[collection] ?? {};
    return listRecords(await this.current.read(), wanted, { columns, byName });
  }
}
