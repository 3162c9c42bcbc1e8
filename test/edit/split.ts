// Posts whose texts are in files of their own, as an editor makes them by hand.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Moves the text of each post that has a file of its own into a file beside it. */
export function splitTexts(cwd: string): void {
  const posts = join(cwd, 'data/posts');
  for (const name of readdirSync(posts).filter((name) => name.endsWith('.json'))) {
    const { text, ...record } = JSON.parse(readFileSync(join(posts, name), 'utf8'));
    if (typeof text !== 'string') continue;
    writeFileSync(join(posts, name), `${JSON.stringify(record, null, 2)}\n`);
    writeFileSync(join(posts, name.replace(/json$/, 'text.html')), `${text}\n`);
  }
}
