// The portal as the preview's page needs it: a list for each collection, and the discussions below
// records. It is built like the portal itself, from the same compiled data, so that the page shows what
// readers get, whichever addresses the settings publish.
import type { Collection } from '../../model/collection.js';
import { ascending, type Extra, endpointOf, type Portal } from '../../model/endpoint.js';

/** The portal of the page's own lists, and the templates of its extras to build. */
export interface ViewPortal {
  readonly portal: Portal;
  readonly extras: readonly string[];
}

export function viewPortal(portal: Portal): ViewPortal {
  const lists = portal.collections.map((one) => listOf(portal, one));
  const views = portal.views?.of ?? {};
  const isThread = ({ records }: (typeof lists)[number]) =>
    views[records.collection]?.form === 'thread';
  const threads = Object.values(views).flatMap(({ below }): Extra[] =>
    lists
      .filter((list) => isThread(list) && list.records.collection === below?.collection)
      .map((of) => ({ kind: 'lookup', of, by: below!.by })),
  );
  // Extras that are not built are declared, too: compiled data is shared, so it must have the same fragments.
  const named = portal.endpoints.map((endpoint): Extra => ({ kind: 'list', endpoint }));
  const extras = [...named, ...portal.extras, ...threads];
  const endpoints = lists.filter((list) => !isThread(list));
  return {
    portal: { ...portal, endpoints, extras, index: [] },
    extras: threads.map((extra) => endpointOf(extra).template),
  };
}

/** The name of the page's own list of a collection. */
export const nameOf = (collection: string): string => `view/${collection}`;

/** All records of a collection, in the shape and the order of the first list that the portal has of it. */
export function listOf({ endpoints, extras }: Portal, { name, shapes }: Collection) {
  const all = [...endpoints, ...extras.map(endpointOf)];
  const records = all.find(({ records }) => records?.collection === name)?.records ?? {
    collection: name,
    shape: Object.keys(shapes)[0]!,
    order: [ascending('id')],
  };
  return { name: nameOf(name), records, paging: { style: 'array' } } as const;
}
