// Scripts of commands, in `*.script` files: what an editor types, what is printed, and what is in the data then.
//
//     ## a title             begins a test, on the portal of ../query/portal.ts
//     use NAME               on another one: `empty`, `forum`, `catalogue` (a portal of one's own), or `split`, the
//                            same with texts in files of their own
//     write FILE: text       or, with nothing behind the name, lines that begin with `| `
//     edit FILE: old → new
//     delete FILE
//     commit                 what is there is what was at HEAD (../changes/past.ts)
//     link FILE → target
//     $ change city 35 --name 'Новый Липецк'
//     exit 2                 the status, when it is not 0
//     > a line               standard output has these lines, in this order; `…` is anything within a line
//     = a line               the same, and no others
//     ! a line               standard error has these lines, or parts of one; without any, it is empty if the status is 0
//     unchanged              of files of data, which the last command has not changed; or
//     changed FILE           these and no others. Behind it: `gone`, or `: text`, or `- line` and `+ line`
//     as at first            all data is as the test found it
//     check ok               the problems of the data: none, or these codes
//
// Where a text is: ⏎ ends a line, ‹d› is a character by its number, ‹!ff› a byte. FILE is below data/.
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffLines } from 'diff';
import { expect } from 'vitest';
import { check } from '../../src/index.js';
import { keepPast } from '../changes/past.js';
import { bytes, plain } from '../check/cases.js';
import { splitTexts } from '../edit/split.js';
import { changed, dataOf, desk } from '../new/desk.js';
import { copyOf } from '../own/place.js';
import { portal } from '../query/portal.js';
import { directory, forum, writeFile } from '../support/portal.js';
import { type Printed, runIn } from '../support/run.js';
import type { Tree } from '../support/tree.js';

/** A line of a script, with those that belong to it. */
interface Step {
  readonly line: number;
  readonly word: string;
  readonly rest: string;
  /** The lines below it that begin with one of `|-+>=!`. */
  readonly below: (readonly [mark: string, text: string])[];
}

/** A test of a script. */
export interface Scenario {
  readonly title: string;
  readonly steps: readonly Step[];
}

const portals: Readonly<Record<string, () => string>> = {
  catalogue: () => copyOf('catalogue'),
  discussion: portal,
  empty: () => desk(),
  forum: () => desk({ ...directory(3), ...forum({ posts: 2, replies: 2 }) }),
  split: () => {
    const cwd = portal();
    splitTexts(cwd);
    return cwd;
  },
};

/** The tests of a script, and what each of them begins with: the lines above the first title. */
export function scenariosIn(file: string): Scenario[] {
  const all: { title: string; steps: Step[] }[] = [];
  const first: Step[] = [];
  readFileSync(file, 'utf8')
    .split('\n')
    .forEach((text, i) => {
      const steps = all.at(-1)?.steps ?? first;
      const [, mark, marked = ''] = /^([|+>=!-])(?: (.*))?$/.exec(text) ?? [];
      if (text.startsWith('## ')) all.push({ title: text.slice(3), steps: [...first] });
      else if (mark) steps.at(-1)!.below.push([mark, marked]);
      else if (text !== '' && !text.startsWith('# ')) {
        const [, word = '', rest = ''] = /^(\S+) ?(.*)$/.exec(text)!;
        steps.push({ line: i + 1, word, rest, below: [] });
      }
    });
  return all;
}

/** Does what a scenario says, step by step. */
export async function play({ steps }: Scenario): Promise<void> {
  const [name] = steps.flatMap(({ word, rest }) => (word === 'use' ? [rest] : []));
  const played = new Playing(portals[name ?? 'discussion']!());
  for (const step of steps) {
    try {
      await played.step(step);
    } catch (error) {
      (error as Error).message =
        `line ${step.line}, ${step.word} ${step.rest}\n${(error as Error).message}`;
      throw error;
    }
  }
  played.endCommand();
}

class Playing {
  /** The data as the first command found it, and as the last one did. */
  #first: Tree | undefined;
  #before: Tree = new Map();
  #printed: Printed | undefined;
  #status = 0;
  #isTold = false;
  /** The files of which a script says what the last command changed. */
  readonly #changed = new Set<string>();

  constructor(private readonly cwd: string) {}

  async step(step: Step): Promise<void> {
    const { word, rest, below } = step;
    if (word === 'exit') this.#status = Number(rest);
    else if (word === 'changed') this.#expectChange(step);
    else {
      this.endCommand();
      if (word === '$') await this.#run(rest);
      else if (word === 'unchanged') expect(changed(this.#before, dataOf(this.cwd))).toEqual({});
      else if (word === 'as') expect(changed(this.#first!, dataOf(this.cwd))).toEqual({});
      else if (word === 'commit') keepPast(this.cwd);
      else if (word === 'check') await this.#check(rest);
      else this.#prepare(step);
    }
    const [out, err] = [
      below.filter(([mark]) => '>='.includes(mark)),
      below.filter(([mark]) => mark === '!'),
    ];
    if (out.length > 0) expectLines(this.#printed!.stdout, out, out[0]![0] === '=');
    if (err.length > 0) {
      expectLines(this.#printed!.stderr, err, false, true);
      this.#isTold = true;
    }
  }

  /** What holds of the last command by all that was said of it. */
  endCommand(): void {
    const printed = this.#printed;
    if (!printed) return;
    expect({ status: printed.status, ...(printed.status !== this.#status && printed) }).toEqual({
      status: this.#status,
    });
    if (this.#status === 0 && !this.#isTold) expect(printed.stderr).toBe('');
    if (this.#changed.size > 0) {
      const names = Object.keys(changed(this.#before, dataOf(this.cwd)));
      expect(names.sort()).toEqual([...this.#changed].sort());
    }
    this.#printed = undefined;
  }

  async #run(line: string): Promise<void> {
    const words = line.match(/(?:'[^']*'|[^\s'])+/g) ?? [];
    this.#before = dataOf(this.cwd);
    this.#first ??= this.#before;
    [this.#status, this.#isTold] = [0, false];
    this.#changed.clear();
    this.#printed = await runIn(this.cwd, ...words.map((word) => plain(word.replaceAll("'", ''))));
  }

  #prepare({ word, rest, below }: Step): void {
    const [, name = '', text, target = ''] = /^(.+?)(?:: (.*)| → (.*))?$/.exec(rest)!;
    const file = join(this.cwd, 'data', plain(name));
    if (word === 'use') return;
    if (word === 'delete') rmSync(file, { recursive: true });
    else if (word === 'link') symlinkSync(target, file);
    else if (word === 'edit') {
      const [old = '', now = ''] = text!.split(' → ').map(plain);
      const before = readFileSync(file, 'utf8');
      expect(before).toContain(old);
      writeFileSync(
        file,
        before.replace(old, () => now),
      );
    } else if (word === 'write') {
      const lines = below.filter(([mark]) => mark === '|').map(([, line]) => `${line}⏎`);
      writeFile(
        this.cwd,
        join('data', plain(name.replace(/:$/, ''))),
        bytes(text ?? lines.join('')),
      );
    } else throw new Error(`a script has no ${word}`);
  }

  #expectChange({ rest, below }: Step): void {
    const [, named = '', text, gone] = /^(.+?)(?:: (.*)|( gone))?$/.exec(rest)!;
    const name = plain(named);
    this.#changed.add(name);
    const path = join(this.cwd, 'data', name);
    if (gone) {
      expect(existsSync(path)).toBe(false);
      return;
    }
    const now = readFileSync(path, 'utf8');
    if (text !== undefined) expect(now).toBe(plain(text));
    const lines = below.filter(([mark]) => mark === '|').map(([, line]) => `${plain(line)}\n`);
    if (lines.length > 0) expect(now).toBe(lines.join(''));
    const wanted = below
      .filter(([mark]) => '-+'.includes(mark))
      .map(([mark, line]) => `${mark} ${plain(line)}`);
    if (wanted.length > 0)
      expect(difference(this.#before.get(name)?.toString() ?? '', now)).toEqual(wanted);
  }

  async #check(wanted: string): Promise<void> {
    const { problems } = await check({ cwd: this.cwd });
    const codes = [...new Set(problems.map(({ code }) => code))].sort().join(' ');
    expect(codes || 'ok', JSON.stringify(problems, null, 1)).toBe(wanted);
  }
}

/** The lines that went and came: `- old`, `+ new`. */
const difference = (old: string, now: string): string[] =>
  diffLines(old, now).flatMap(({ added, removed, value }) =>
    added || removed
      ? value
          .trimEnd()
          .split('\n')
          .map((line) => `${added ? '+' : '-'} ${line}`)
      : [],
  );

/** Expects lines in their order; `isAll`: and no others; `isPart`: or parts of lines, perhaps of one. */
function expectLines(text: string, wanted: Step['below'], isAll: boolean, isPart = false): void {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  let at = 0;
  for (const [, line] of wanted) {
    const around = isPart ? '…' : '';
    const parts = `${around}${plain(line)}${around}`
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const pattern = new RegExp(`^${parts.join('.*')}$`);
    const found = lines.findIndex((one, i) => i >= at && pattern.test(one));
    if (found < 0 || (isAll && found > at))
      throw new Error(`no line ${line}\n${lines.slice(at).join('\n')}`);
    at = isPart ? found : found + 1;
  }
  if (isAll) expect(lines.slice(at)).toEqual([]);
}
