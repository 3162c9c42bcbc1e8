// What hosts declare, for an operator at a terminal: `--host list` prints it.
import { binarySize } from '../problems/text/size.js';
import { inColumns } from '../problems/text/table.js';
import { everything } from './answers.js';
import type { Host } from './host.js';

/** Columns of a terminal. */
const WIDTH = 80;

/** A line or two for each host: its style of links, its siblings, and what it cannot do. */
export function hostTable(hosts: readonly Host[]): string {
  const rows = hosts.map(({ name, links, siblings }) => [name, links, siblings.join(' ') || '–']);
  const lacking = hosts.map(
    ({ can }) => everything.filter((name) => !can.includes(name)).join(', ') || '–',
  );
  const last = ['cannot', ...lacking];
  const lines = inColumns([['host', 'links', 'siblings'], ...rows]).flatMap((cells, i) =>
    wrapped(`${cells.join('  ')}  `, last[i]!),
  );
  return [...lines, ''].join('\n');
}

/** Wraps a text at the width of a terminal; `first` is what the first line begins with. */
function wrapped(first: string, text: string): string[] {
  const lines: string[] = [];
  let line = first;
  for (const [at, word] of text.split(' ').entries()) {
    const joined = at === 0 ? line + word : `${line} ${word}`;
    if (joined.length <= WIDTH) {
      line = joined;
      continue;
    }
    lines.push(line);
    line = ' '.repeat(first.length) + word;
  }
  return [...lines, line];
}

/** The limits of a host in words; empty for none. */
export function limitsOf({ limits }: Host): string {
  const { files, fileBytes, bytes, rules = [] } = limits;
  const all = [
    files !== undefined && `${files} files`,
    fileBytes !== undefined && `${binarySize(fileBytes)} a file`,
    bytes !== undefined && `${binarySize(bytes)} in all`,
    ...rules.map(({ most, what = 'rules' }) => `${most} ${what}`),
  ];
  return all.filter((limit) => limit !== false).join(', ');
}
