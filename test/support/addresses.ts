// Addresses of the small portal, and the file that answers each (requests.txt).
import { readFileSync } from 'node:fs';

/** A request, and its answer. */
interface Row {
  readonly address: string;
  /** The file that is sent; undefined for a 404. */
  readonly file: string | undefined;
  readonly isSettled: boolean;
  /** For a redirect, its target. */
  readonly location: string | undefined;
}

/** The lines of a section, with what stands for signs that cannot be written. */
function linesOf(title: string): string[] {
  const text = readFileSync(new URL('requests.txt', import.meta.url), 'utf8');
  const [, section = ''] = text.split(`## ${title}:`);
  const [, ...lines] = section.split('\n## ')[0]!.trimEnd().split('\n');
  if (lines.length === 0) throw new Error(`requests.txt has no ${title}`);
  return lines.map((line) =>
    line
      .replace(/(?:«(.+?)»|(.))\{(\d+)\}/g, (_, some, one, count) => (some ?? one).repeat(count))
      .replace(/‹(\w+)›/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll('⏎', '\r\n'),
  );
}

const rowsOf = (title: string): Row[] =>
  linesOf(title).map((line) => {
    const [request = '', location] = line.split(' ⇒ ');
    const [address = '', file, ...more] = request.split(/ → | /);
    return { address, file, isSettled: more.includes('settled'), location };
  });

/** The file for each address, on a host that answers all of them. */
export const answers: Record<string, string | undefined> = Object.fromEntries(
  rowsOf('some extras').map(({ address, file }) => [address, file]),
);

const all = rowsOf('all extras');

/** The addresses that are answered with a file. */
export const pages = all.filter((row) => row.file !== undefined);

/** The addresses that are answered with 404. */
export const missing = all.filter(({ file }) => file === undefined).map(({ address }) => address);

/** Requests that only an attacker sends: their addresses, methods and headers, and all of their bytes. */
export const hostile = {
  addresses: [...linesOf('hostile'), ...linesOf('long')],
  methods: linesOf('methods'),
  headers: linesOf('headers').map((line) =>
    Object.fromEntries(line.split(' | ').map((header) => header.split(/: (.*)/s, 2))),
  ) as readonly Readonly<Record<string, string>>[],
  bytes: linesOf('bytes'),
};

/** Addresses that no snapshot has, however they are read; what is no number; and queries for pages that are not there. */
export const hostilePaths = linesOf('nowhere');
export const noNumbers = ['', ...linesOf('no numbers')];
export const noPages = linesOf('no pages');

/** Queries that may be read in more ways than one. */
export const ambiguous = linesOf('ambiguous');

/** The answers of the preview's router, without extras and with all of them. */
export const routed = rowsOf('router');
export const routedWithExtras = rowsOf('router with extras');
