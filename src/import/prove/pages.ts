// The records of a list of a built snapshot, in their order, read from its files as they arrive: a list may be one
// file that is larger than memory.
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse, readList } from '../../delivery/http/list-body.js';
import type { JsonObject } from '../../model/fields.js';

/** Visits the records of a list of a snapshot that was built with links by path; none if it is not there. */
export async function visitList(
  dist: string,
  name: string,
  visit: (record: JsonObject) => void,
): Promise<void> {
  for (let page: unknown = `/api/${name}/`; typeof page === 'string'; ) {
    const file = join(dist, new URL(page, 'http://localhost').pathname, 'index.json');
    if (!existsSync(file)) return;
    const blocks = createReadStream(file)[Symbol.asyncIterator]();
    // A build makes lists of objects.
    const around = await readList(blocks, (bytes) => visit(parse(bytes) as JsonObject));
    if (around.kind === 'none') throw new Error(`${file}: ${around.fault}`);
    page = around.kind === 'envelope' ? around.members.next : null;
  }
}
