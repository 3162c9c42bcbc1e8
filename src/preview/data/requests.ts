// Answers the page's requests about the data: lists, records, discussions, names.
import type { Portal } from '../../model/endpoint.js';
import type { Language, MissingId } from '../../problems/messages/catalogue.js';
import { say } from '../../problems/say.js';
import type { PreviewRequest, Requests } from '../server.js';
import type { OutcomeDto } from '../shapes.js';
import { discussionOf } from './discussion.js';
import { describePortal } from './forms.js';
import { listRecords } from './list.js';
import type { DataReading } from './reading.js';

/** The most characters of a search that are used. */
const MOST_LETTERS = 200;
/** The most places that a message names. */
const MOST_PLACES = 3;

/** The record that the path of a request names, such as `/preview/data/record/posts/5`. */
export const recordInAddress = ({ params }: PreviewRequest): MissingId => ({
  collection: params['collection']!,
  id: Number(params['id']),
});

/** The answer for a record that was not found, if it may be at one of these places, which cannot be read. */
const notFound = (unread: readonly string[], lang: Language): OutcomeDto => ({
  ok: false,
  problems: [],
  text: say('This record was not found, and these files cannot be read: {places}', lang, {
    places: unread.slice(0, MOST_PLACES).join(', '),
  }),
});

/**
 * The functions that answer requests about the data. For a missing record, the answer is null, not a 404: browsers
 * would log it as an error. `read`: reads the present data.
 */
export function dataRequests(portal: Portal, read: () => Promise<DataReading>): Requests {
  const described = describePortal(portal);
  return {
    'GET data/portal': () => described,
    'GET data/names/:collection': async ({ params, query }) =>
      (await read()).names.offered(params['collection']!, query.get('q') ?? ''),
    'GET data/record/:collection/:id': async (request) => {
      const reading = await read();
      const { collection, id } = recordInAddress(request);
      const unread = reading.unread(collection);
      return (
        reading.record({ collection, id }, request.lang) ??
        (unread.length === 0 ? null : notFound(unread, request.lang))
      );
    },
    'GET data/discussion/:collection/:id': async (request) => {
      const of = recordInAddress(request);
      const { discussion } = described.of[of.collection]!;
      return discussion ? discussionOf(await read(), of, discussion, request.lang) : null;
    },
    'GET data/list/:collection': async ({ params, query, lang }) => {
      const collection = params['collection']!;
      const of = query.getAll('of').flatMap((text): MissingId[] => {
        const [name = '', id = ''] = text.split('/');
        return Object.hasOwn(described.of, name) ? [{ collection: name, id: Number(id) }] : [];
      });
      const wanted = {
        ...{ collection, of, lang, onlyDrafts: query.has('drafts') },
        words: (query.get('q') ?? '').slice(0, MOST_LETTERS),
        page: Math.max(1, Math.floor(Number(query.get('page') ?? 1)) || 1),
      };
      const columns = described.of[collection]!.columns.map(({ name }) => name);
      const { byName } = portal.views?.of[collection] ?? {};
      return listRecords(await read(), wanted, { columns, byName });
    },
  };
}
