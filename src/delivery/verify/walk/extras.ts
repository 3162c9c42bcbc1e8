// The extras of a deployment (PROMISES.md §5.3): which there are, and a few addresses that stand for those
// with an id; `--against` compares all of them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtraEndpoint, Portal } from '../../../model/endpoint.js';
import { isId, targetOf } from '../../../model/fields.js';
import { withoutId } from '../../../site/address.js';
import type { WalkedList } from './walk.js';

/** An extra with an address for each id, and some of the ids. */
export interface Sampled {
  readonly endpoint: ExtraEndpoint;
  readonly ids: readonly number[];
}

/**
 * The first, the middle and the last id of an extra: as a list shows them, or else as a folder has them.
 */
export function sample(
  portal: Portal,
  endpoint: ExtraEndpoint,
  lists: readonly WalkedList[],
  folder: string | undefined,
): Sampled {
  const own = endpoint.records!.collection;
  const { fields } = portal.collections.find(({ name }) => name === own)!;
  const of = endpoint.lookup ? targetOf(fields[endpoint.lookup.by]!) : own;
  const list = lists.find(({ endpoint: { name, records } }) =>
    endpoint.lookup ? records?.collection === of : name === withoutId(endpoint.name),
  );
  const ids = list ? idsIn(list) : folder === undefined ? [] : idsBelow(folder, endpoint);
  const places = new Set([0, ids.length >> 1, ids.length - 1]);
  return { endpoint, ids: [...places].flatMap((place) => ids[place] ?? []) };
}

function idsIn({ forward }: WalkedList): number[] {
  const ids: number[] = [];
  for (const { rows } of forward.pages) {
    for (let place = 0; place < rows.length; place++) {
      const id = rows.id(place);
      if (isId(id)) ids.push(id);
    }
  }
  return ids;
}

function idsBelow(folder: string, { name }: ExtraEndpoint): number[] {
  try {
    const names = readdirSync(join(folder, 'api', withoutId(name)));
    return names.filter((id) => /^[1-9]\d*$/.test(id)).map(Number);
  } catch {
    return [];
  }
}
