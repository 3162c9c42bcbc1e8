// Holds a snapshot that no cache had a part in against the oracle.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { oracle } from '../oracle/oracle.js';
import { bytes, difference, digestsOf, hashed } from '../oracle/tree.js';
import type { Portal } from '../oracle/types.js';
import type { Tree } from '../support/tree.js';
import type { DataFolder } from './data.js';
import { Fault, mustBeNone } from './fault.js';
import type { FuzzSettings } from './sequence.js';

/** Which files test/oracle holds by their digests, or others hold: descriptions, and the search. */
const isBeside = (path: string) =>
  /^api\/(?:openapi|snapshot|.+\/digests)\.json$|^search\//.test(path);

/** `portal`: undefined where the data was damaged and has no error all the same. */
export function againstOracle(
  tree: Tree,
  portal: Portal | undefined,
  data: DataFolder,
  settings: FuzzSettings,
): void {
  const whole = new Map([...tree].filter(([path]) => !/\.(?:br|gz)$/.test(path)));
  mustBeNone('compressed siblings', siblingsThatDiffer(tree));
  const served = new Map([...whole].filter(([path]) => !isBeside(path)));
  const extras = settings.extras?.filter((name) => name !== '/search/');
  const asked = { ...settings, ...(extras && { extras }) };
  const found = portal
    ? difference(served, bytes(oracle(portal, asked)))
    : difference(asValues(served), asValues(bytes(oracle(data.read(), asked))));
  if (found !== '') throw new Fault(`not what the oracle gives: ${found}`);
  const isDescription = ([path]: [string, Buffer]) => isBeside(path) && !path.startsWith('search/');
  const digests = digestsOf(new Map([...whole].filter(isDescription)));
  const right = hashed(whole);
  for (const path of digests.keys()) {
    if (!tree.has(path) || digests.get(path) !== right.get(path)) {
      throw new Fault(`snapshot.json has another digest of ${path}`);
    }
  }
  const undescribed = ['404.json', 'api/snapshot.json'];
  const forgotten = [...right.keys()].filter(
    (path) => !digests.has(path) && !undescribed.includes(path) && !path.startsWith('search/'),
  );
  mustBeNone('files without a digest', forgotten);
}

function siblingsThatDiffer(tree: Tree): string[] {
  return [...tree.keys()].filter((path) => {
    const unpack = { '.br': brotliDecompressSync, '.gz': gunzipSync }[path.slice(-3)];
    return unpack && !unpack(tree.get(path)!).equals(tree.get(path.slice(0, -3))!);
  });
}

/**
 * JSON without what the oracle does not know of data that anybody may have written: how numbers and keys of values that are
 * published as they stand were written, and the plain text of any HTML.
 */
function asValues(tree: Tree): Tree {
  const isJson = ([path]: [string, Buffer]) => /(?:index|404)\.json$/.test(path);
  const value = (_: string, it: unknown) => it;
  return new Map(
    [...tree].filter(isJson).map(([path, body]) => {
      const plain = JSON.parse(body.toString(), (key, it) => (key === 'cleaned_text' ? '' : it));
      return [path, Buffer.from(JSON.stringify(plain, value))];
    }),
  );
}
