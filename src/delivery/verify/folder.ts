// Checks the files that a folder has besides those of its snapshot: compressed copies, `404.json` (the body of an
// error), and files that an older snapshot left.
import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { atOnce } from '../../files/at-once.js';
import { extensions } from '../../site/address.js';
import { FOLDERS, fileBeside, snapshotFilesOf } from '../../site/kinds.js';
import { hashOfBody, unpackedBlocks } from '../http/body.js';
import { expectBody } from './addresses.js';
import type { VerifiedSite } from './site.js';
import type { Check } from './verdict.js';

const encodings = Object.entries(extensions);

export async function checkFolder(site: VerifiedSite, folder: string, check: Check): Promise<void> {
  const { base, ask, files, portal } = site;
  expectBody(portal, check('not-found'), await ask(`${base}/404.json`));
  const names = filesIn(folder).filter(snapshotFilesOf(portal));
  check('leftovers').held(1);
  for (const name of names) {
    const file = fileBeside(name) ?? name;
    if (files.has(file)) continue;
    const url = `${base}/${name}`;
    check('leftovers').expect(false, url, 'nothing: snapshot.json has no such file', 'a file');
  }
  await atOnce(names, async (name) => {
    const file = fileBeside(name);
    const [encoding] = encodings.find(([, extension]) => name.endsWith(extension)) ?? [];
    if (file === undefined || encoding === undefined || !files.has(file)) return;
    // The limit is the size of the file, not a ratio, because repetitive text may be compressed to a thousandth.
    const most = statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0;
    let digest = '';
    const { failure } = await ask(`${base}/${name}`, {
      read: async (_, body) => {
        digest = await hashOfBody(unpackedBlocks(body, encoding, most, Number.POSITIVE_INFINITY));
      },
    });
    const isRight = failure === undefined && digest === files.get(file);
    const wanted = `the bytes of ${file}, compressed by ${encoding}`;
    check('encodings').expect(isRight, `${base}/${name}`, wanted, failure ?? 'other bytes');
  });
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && FOLDERS.includes(entry.name))
    .flatMap(({ name }) =>
      readdirSync(join(folder, name), { withFileTypes: true, recursive: true }),
    )
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
