// Makes the feeds of lists. A feed has few records, so it is made as one string.
import { withoutLongTexts } from '../../files/source/long-texts.js';
import type { JsonObject } from '../../model/fields.js';
import { pageFile } from '../../site/address.js';
import { feedOf, LONGEST } from '../../site/feed.js';
import type { Derivation } from '../link/derive.js';
import { Records } from '../link/records.js';
import { Fragments } from '../shard/fragments.js';
import { Assembler } from './assemble.js';
import type { EndpointList } from './lists.js';
import type { Output } from './output.js';

interface FeedSettings {
  readonly baseUrl: string;
  /** By list: the address of a record's page on the portal's own web site, such as `https://example.org/{id}`. */
  readonly site: Readonly<Record<string, string>>;
}

/** Texts with more bytes of JSON are longer than {@link LONGEST}: a UTF-16 unit takes at most six bytes (`\u0001`). */
const MOST_BYTES = 6 * LONGEST;

export async function makeFeeds(
  feeds: readonly EndpointList[],
  { tables }: Derivation,
  { baseUrl, site }: FeedSettings,
  output: Output,
): Promise<void> {
  const fragments = new Fragments(0);
  try {
    const data = [...tables.values()].map((table) => new Records(table.records, fragments));
    const assembler = new Assembler(data);
    for (const { endpoint, walks } of feeds) {
      const { name, paging } = endpoint;
      if (paging.style !== 'feed') continue;
      const { format, list, words } = paging;
      const pages = walks.flatMap((walk) => walk.pages);
      // A published record is always an object.
      const records = pages.map(
        (page) => withoutLongTexts(assembler.record(page), MOST_BYTES) as JsonObject,
      );
      const text = feedOf(format, list, words, records, { baseUrl, page: site[list] });
      await output.file(pageFile(name), text);
    }
  } finally {
    fragments.close();
  }
}
