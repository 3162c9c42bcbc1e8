// The portal as the preview's page needs it: a list for each collection, and the discussions below
// records. Built like the portal itself, from the same compiled data, so that the page shows what readers
// get, whichever addresses the settings switch on.
import type { Collection } from '../../model/collection.js';
import {
  ascending,
  type Endpoint,
  type Extra,
  endpointOf,
  type Portal,
} from '../../model/endpoint.js';

/** The portal of the page's own lists, and the extras of it that are to be built. */
export interface ViewPortal {
  readonly portal: Portal;
  readonly extras: readonly string[];
}

export function viewPortal(portal: Portal): ViewPortal {
  const views = portal.views?.of ?? {};
  const isThread = ({ name }: Collection) => views[name]?.form === 'thread';
  const lists = portal.collections
    .filter((one) => !isThread(one))
    .map((one) => listOf(portal, one));
  const threads = Object.values(views).flatMap(({ below }): Extra[] => {
    const collection = portal.collections.find(({ name }) => name === below?.collection);
    if (!below || !collection || !isThread(collection)) return [];
    return [{ kind: 'lookup', of: listOf(portal, collection), by: below.by }];
  });
  return {
    portal: {
      ...portal,
      endpoints: lists,
      // What is not built is named all the same: compiled data is shared, and has what all of these need.
      extras: [
        ...portal.endpoints.map((endpoint): Extra => ({ kind: 'list', endpoint })),
        ...portal.extras,
        ...threads,
      ],
      index: [],
    },
    extras: threads.map((extra) => endpointOf(extra).template),
  };
}

/** What the page's own list of a collection is called. */
export const nameOf = (collection: string): string => `view/${collection}`;

/** All records of a collection, in the shape and the order of the first list that the portal has of it. */
function listOf({ endpoints, extras }: Portal, { name, shapes }: Collection): Endpoint {
  const all = [...endpoints, ...extras.map(endpointOf)];
  const records = all.find(({ records }) => records?.collection === name)?.records ?? {
    collection: name,
    shape: Object.keys(shapes)[0]!,
    order: [ascending('id')],
  };
  return { name: nameOf(name), records, paging: { style: 'array' } };
}
