// Annotations of GitHub: each of them can be read by a workflow, whatever strangers call their files.
import { expect, it } from 'vitest';
import type { Report } from '../../src/index.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';

const decoded = (text = ''): string =>
  text.replace(/%(25|0A|0D|3A|2C)/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)));

it('prints an annotation a problem, with line breaks, commas and percents escaped', async () => {
  const cwd = temporaryFolder();
  const odd = '{"id": 1, "name": "Омск", "скидка 5%,\\nили 10%:": 1}';
  writeFile(cwd, 'data/regions/50%, or: so.json', odd);
  writeFile(cwd, 'data/regions/50%25.json', '{"id": 2, "name": 7}');
  writeFile(cwd, 'data/regions/two\nlines.json', '{"id": 3, "nam": "Томск"}');
  const { stdout: json } = await runIn(cwd, 'check', '--reporter', 'json');
  const { problems } = JSON.parse(json) as Report;
  const { status, stdout } = await runIn(cwd, 'check', '--reporter', 'github');
  expect(status).toBe(1);
  expect(problems.length).toBeGreaterThanOrEqual(3);
  const form = /^::(error|warning) file=([^,:]*),line=(\d+),col=(\d+),title=([^,:]*)::(.*)$/;
  const lines = stdout.split('\n').filter((line) => line.startsWith('::'));
  expect(lines.filter((line) => !form.test(line))).toEqual([]);
  const annotations = lines.map((line) => form.exec(line) ?? []);
  expect(stdout).toContain('file=data/regions/50%25%2C or%3A so.json,');
  expect(stdout).toContain('file=data/regions/two%0Alines.json,');
  expect(annotations.map(([, kind, file]) => [kind, decoded(file)])).toEqual(
    problems.map(({ severity, file }) => [severity, file]),
  );
  for (const [index, { line, column, message }] of problems.entries()) {
    const [all = '', , , row, col, , text] = annotations[index] ?? [];
    expect([Number(row), Number(col)]).toEqual([line, column]);
    expect(decoded(text)).toContain(message);
    expect(all.replace(/%(25|0A|0D|3A|2C)/g, '')).not.toContain('%');
  }
});
