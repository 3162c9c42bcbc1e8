// The table of hosts as src/hosts/README.md shows it, from what they declare.
import { type Ability, abilities, type Host } from '../../src/hosts/host.js';

/** A Markdown table with a column an ability; then what the columns mean, and what hosts cannot do and why. */
export function readmeTable(hosts: readonly Host[]): string {
  const names = Object.keys(abilities) as Ability[];
  const head = ['host', ...names, 'siblings', 'links', 'limits'];
  const rows = hosts.map((host) => [
    host.name,
    ...names.map((name) => (host.can.includes(name) ? '✓' : '–')),
    host.siblings.join(' ') || '–',
    host.links,
    limitsOf(host) || '–',
  ]);
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const notes = hosts.flatMap(({ name, notes }) => notes.map((note) => `- ${name}: ${note}`));
  const columns = names.map((name) => `- ${name}: ${abilities[name]}`);
  const others = [
    '- siblings: for this host, a build writes these compressed files beside each file above 1 KB, such as index.json.br',
    '- links: the default of the setting `links`: path leads to /page/2/, file to /page/2/index.json',
    '- limits: what the host accepts at most',
  ];
  const table = [line(head), rule, ...rows.map(line)];
  return [
    ...table,
    '',
    'The columns:',
    ...columns,
    ...others,
    '',
    'What hosts lack, and what you have to do yourself:',
    ...notes,
  ].join('\n');
}

/** The limits of a host in words; empty for none. */
function limitsOf({ limits }: Host): string {
  const { files, fileBytes, bytes, rules = [] } = limits;
  const all = [
    files !== undefined && `${files} files`,
    fileBytes !== undefined && `${binarySize(fileBytes)} a file`,
    bytes !== undefined && `${binarySize(bytes)} in all`,
    ...rules.map(({ most, unit = 'rules' }) => `${most} ${unit}`),
  ];
  return all.filter((limit) => limit !== false).join(', ');
}

/** A number of bytes as hosts state their limits, such as `1.5 MiB`. A KiB is 1024 bytes. */
function binarySize(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  const unit = bytes === 0 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return `${Number((bytes / 1024 ** unit).toFixed(1))} ${units[unit]}`;
}
