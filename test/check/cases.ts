// Inputs as text, one a line, in `cases/*.cases`:
//
//     ## CODE [warning] [OPTIONS or RULE]     the problem that each case below gives, and no other
//     # words                                 what a case is about, where the line does not say it
//     COLLECTION {"field": ¶value} → /path    one more record with these fields; `-` takes a field out; ¶ marks the place
//     FILE: text → /path | words              a whole file; `→ .` is its record, `→ @FILE` all of a file; words of what is said
//     html <p>…</p>                           the text of one more post, at fault as a whole
//
// What has the code `nothing` is right. A line that begins with blanks adds a file to the case above. ⏎ ends a line of a
// file, ‹feff› is a character by its number, and ‹!ff› a byte.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../support/folders.js';
import { another, anotherReply, type Collection, type Options } from './portal.js';

/** A bad input. */
export interface Case {
  /** Where it stands, and what it is about. */
  readonly name: string;
  readonly files: readonly FileOfCase[];
  readonly path: string;
  /** A file that is at fault as a whole. */
  readonly whole?: string;
  readonly hint?: string | RegExp;
}

/** A file of a bad input. */
interface FileOfCase {
  readonly name: string;
  /** Its text, with another id of its record than usual. */
  readonly text: (id?: number) => string | Buffer;
  /** It is one record without an id of its own, so that other cases may be beside it. */
  readonly mayShare: boolean;
}

/** Bad inputs that all give the same problem. */
export interface Section {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** The rule of what is implausible. */
  readonly rule?: string;
  readonly options: Options;
  readonly cases: readonly Case[];
}

const folder = join(projectFolder, 'test/check/cases');

/** The sections of a file of cases. */
export function sectionsOf(file: string): Section[] {
  const [, ...parts] = readFileSync(join(folder, file), 'utf8').split(/^## /m);
  return parts.map((part) => {
    const [head = '', ...lines] = part.split('\n');
    const [, code = '', warning, rest = ''] = /^(\S+)( warning)? ?(.*)$/.exec(head)!;
    const isOptions = rest.startsWith('{');
    return {
      code,
      severity: warning ? 'warning' : 'error',
      ...(!isOptions && rest !== '' && { rule: rest }),
      options: isOptions ? (JSON.parse(rest) as Options) : {},
      cases: casesOf(`${file}, ${code}`, lines),
    };
  });
}

function casesOf(where: string, lines: readonly string[]): Case[] {
  const blocks: { about: string; lines: string[] }[] = [];
  let about = '';
  for (const line of lines) {
    if (line.startsWith('# ')) about = line.slice(2);
    else if (line.startsWith('  ')) blocks.at(-1)!.lines.push(line.trim());
    else if (line !== '') {
      blocks.push({ about, lines: [line] });
      about = '';
    }
  }
  return blocks.map(({ about, lines }) => {
    const last = lines.at(-1)!;
    const at = last.startsWith('html ') ? -1 : last.lastIndexOf(' → ');
    const [end = '', hint] = at < 0 ? ['/text'] : last.slice(at + 3).split(' | ');
    const texts = [...lines.slice(0, -1), at < 0 ? last : last.slice(0, at)];
    return {
      name: `${where}: ${about || lines.join(' ')}`,
      files: texts.map(fileOf),
      path: end.startsWith('/') ? (JSON.parse(`"${end}"`) as string) : '',
      ...(end.startsWith('@') && { whole: end.slice(1) }),
      ...(hint !== undefined && {
        hint: hint.startsWith('/') ? new RegExp(hint.slice(1, -1), 'm') : hint,
      }),
    };
  });
}

/** A file as a line gives it. */
export function fileOf(line: string): FileOfCase {
  const html = /^html (.*)$/.exec(line)?.[1];
  if (html !== undefined)
    return recordOf('posts', undefined, { text: `¶${JSON.stringify(plain(html))}` });
  const record = /^([a-z-]+)(\/[^ :]+|\.json)? \{(.*)\}$/.exec(line);
  if (record) return recordOf(record[1]!, record[2], membersOf(record[3]!));
  const [, name = '', text = ''] = /^(\S+):(?: (.*))?$/.exec(line)!;
  return { name, text: () => bytes(text), mayShare: false };
}

function recordOf(
  kind: string,
  file: string | undefined,
  fields: Readonly<Record<string, string | null>>,
): FileOfCase {
  const collection = kind === 'reply' ? 'comments' : kind;
  const make = kind === 'reply' ? anotherReply : another.bind(null, collection as Collection);
  const numbered = (id: number) => ({
    id: `${id}`,
    // Posts of a blog have a slug each.
    ...(collection === 'posts' && { slug: `"case-${id}"` }),
  });
  return {
    name: `${collection}${file ?? '/new.json'}`,
    text: (id) => make({ ...(id !== undefined && numbered(id)), ...fields }),
    mayShare: file === undefined && !('id' in fields),
  };
}

/** The members of an object as text: values are the text that stands there, null for `-`. */
function membersOf(text: string): Record<string, string | null> {
  const token = /"(?:[^"\\]|\\.)*"|[^"]/gy;
  const parts = [''];
  let depth = 0;
  for (const [found] of text.matchAll(token)) {
    if ('[{'.includes(found)) depth++;
    if (']}'.includes(found)) depth--;
    if (found === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += found;
  }
  const members = parts.filter((part) => part.trim() !== '');
  return Object.fromEntries(
    members.map((part) => {
      const [, mark = '', name = '', value = ''] = /^\s*(¶?)("(?:[^"\\]|\\.)*"): (.*)$/s.exec(
        part,
      )!;
      return [JSON.parse(name) as string, value === '-' ? null : mark + plain(value)];
    }),
  );
}

export const plain = (text: string) =>
  text
    .replaceAll('⏎', '\n')
    .replaceAll(/‹([0-9a-f]+)›/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));

export const bytes = (text: string) =>
  Buffer.concat(
    text
      .split(/(‹![0-9a-f]+›)/)
      .map((part) =>
        part.startsWith('‹!') ? Buffer.from(part.slice(2, -1), 'hex') : Buffer.from(plain(part)),
      ),
  );

/** The files of a case: a record without an id of its own has this one, and `new` is this in their names. */
export function filesOf({ files }: Case, id?: number): [name: string, text: string | Buffer][] {
  const isRecord = files.length === 1 && files[0]!.mayShare;
  return files.map(({ name, text }) => [
    id === undefined ? name : name.replace('new', `case-${id}`),
    isRecord ? text(id) : text(),
  ]);
}

/** Cases that can be in one portal: no two of them have a file, or an id of a collection, in common. */
export function groupsOf(cases: readonly Case[]): Case[][] {
  const groups: { cases: Case[]; taken: Set<string> }[] = [];
  for (const [i, one] of cases.entries()) {
    const taken = filesOf(one, i).flatMap(([name, text]) => {
      const collection = /^[^/.]*/.exec(name)![0];
      const ids = [...String(text).matchAll(/"id": *¶?([^,}\s]*)/g)];
      return one.files[0]!.mayShare && one.files.length === 1
        ? [name]
        : [name, ...ids.map(([, id]) => `${collection} ${Number(id)}`)];
    });
    const group = groups.find((group) => !taken.some((key) => group.taken.has(key)));
    if (group) group.cases.push(one);
    else groups.push({ cases: [one], taken: new Set() });
    for (const key of taken) (group ?? groups.at(-1)!).taken.add(key);
  }
  return groups.map(({ cases }) => cases);
}
