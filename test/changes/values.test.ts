// A text that is another one altogether. What is said of other values: ../scripts/diff.script.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FILES } from '../query/portal.js';
import { runIn } from '../support/run.js';
import { usePasts, withPast } from './past.js';

usePasts();

it('is not compared word by word', async () => {
  const cwd = withPast(FILES);
  const text = `<p>${Array.from({ length: 3000 }, (_, n) => `слово${n}`).join(' ')}</p>`;
  const post = JSON.parse(FILES['data/posts/5.json']!);
  writeFileSync(join(cwd, 'data/posts/5.json'), JSON.stringify({ ...post, text }));
  expect((await runIn(cwd, 'diff', 'HEAD')).stdout).toContain('      text: …\n');
});
