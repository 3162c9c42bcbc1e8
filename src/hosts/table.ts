// The table of hosts, from what they declare: `--host list` prints it, the README quotes it.
import { type Ability, abilities, type Host } from './host.js';

/** A Markdown table, aligned so that it reads on a terminal too; then what hosts cannot do and why. */
export function hostTable(hosts: readonly Host[]): string {
  const names = Object.keys(abilities) as Ability[];
  const head = ['host', ...names, 'siblings', 'links', 'limits'];
  const rows = hosts.map((host) => [
    host.name,
    ...names.map((name) => (host.can.includes(name) ? '✓' : '–')),
    host.siblings.join(' ') || '–',
    host.links,
    limitsOf(host),
  ]);
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const notes = hosts.flatMap(({ name, notes }) => notes.map((note) => `- ${name}: ${note}`));
  return [line(head), rule, ...rows.map(line), '', ...notes].join('\n');
}

function limitsOf({ limits }: Host): string {
  const { files, fileBytes, bytes, rules = [] } = limits;
  const all = [
    files !== undefined && `${files} files`,
    fileBytes !== undefined && `${size(fileBytes)} a file`,
    bytes !== undefined && `${size(bytes)} in all`,
    ...rules.map(({ most, what = 'rules' }) => `${most} ${what}`),
  ];
  return all.filter((limit) => limit !== false).join(', ') || '–';
}

function size(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  const unit = bytes === 0 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return `${Number((bytes / 1024 ** unit).toFixed(1))} ${units[unit]}`;
}
