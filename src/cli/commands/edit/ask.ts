// Asks a person on a terminal for the fields that a new record lacks, one after another, with completion
// of names; then for further fields, if any are wanted. Ctrl-C, or the end of input, cancels.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCancel, TextPrompt } from '@clack/core';
import pc from 'picocolors';
import { Abandoned, type Answers, type AskFields } from '../../../editing/new/create.js';
import { type FieldFlag, withFiles } from '../../../editing/new/flags.js';
import { words } from '../../../editing/new/words.js';
import { inTemporaryFolder } from '../../../files/disk/temporary.js';
import { elementOf } from '../../../model/fields.js';
import type { Language } from '../../../problems/messages/catalogue.js';
import { nearest } from '../../../problems/nearest.js';
import { UsageError } from '../../../problems/problem.js';
import { visible } from '../../../problems/text/visible.js';

/** Returns the function that asks for the fields of a record. `singular`: the name of its kind, such as `vacancy`. */
export function asker(singular: string, lang: Language): AskFields {
  return async (lacking, answers) => {
    // Some terminals do not report their size.
    process.stdout.columns ||= 80;
    process.stdout.rows ||= 24;
    const said = words[lang];
    process.stdout.write(`${said.asks(singular)}\n`);
    const given = new Map<string, readonly string[]>();
    const askFor = async (flags: readonly FieldFlag[]) => {
      for (const flag of flags) given.set(flag.name, [await answerTo(flag, answers, lang)]);
    };
    await askFor(lacking);
    const known = new Map(answers.others.map((flag) => [flag.name, flag]));
    const namesIn = (text: string) => text.split(/[\s,]+/).filter((name) => name !== '');
    const more = await asked({
      question: { name: said.others, means: said.othersAbout },
      lang,
      wrong: (text) => {
        const strange = namesIn(text).find((name) => !known.has(name));
        return strange && said.noOther(strange, nearest(strange, [...known.keys()]));
      },
      notes: [[...known.keys()].join(' ')],
    });
    await askFor(namesIn(more).map((name) => known.get(name)!));
    return given;
  };
}

interface Offer {
  readonly value: string;
  readonly shown: string;
}

/** Returns the function that finds the values on offer for a typed text; undefined if a field accepts any text. */
function offersFor(
  { field: { type } }: FieldFlag,
  { names }: Answers,
): ((typed: string) => readonly Offer[]) | undefined {
  const one = elementOf(type) ?? type;
  if (one.kind === 'reference' && names.has(one.collection)) {
    return (typed) =>
      names.offered(one.collection, typed).map(({ id, name, within }) => {
        const more = within === '' ? `${id}` : `${id}, ${within}`;
        return { value: String(id), shown: visible(`${name} (${more})`) };
      });
  }
  const values = one.kind === 'choice' ? one.values : one.kind === 'boolean' ? [true, false] : [];
  if (values.length === 0) return undefined;
  const all = values.map((value) => ({ value: String(value), shown: String(value) }));
  return (typed) => all.filter(({ value }) => value.startsWith(typed.trim()));
}

/** Asks for one field until its value is valid. */
async function answerTo(flag: FieldFlag, answers: Answers, lang: Language): Promise<string> {
  const said = words[lang];
  const { type } = flag.field;
  const isLong = type.kind === 'text' && (type.html || type.long);
  const editor = process.env['VISUAL'] || process.env['EDITOR'];
  /** The text that an answer stands for: of `@notes.html`, that file's text. Throws a {@link UsageError}. */
  const read = (text: string): string =>
    withFiles(new Map([[flag.name, [text]]]), [flag]).get(flag.name)![0]!;
  const wrong = (text: string): string | undefined => {
    if (isLong && text === '@') return editor ? undefined : said.noEditor;
    try {
      return answers.wrong(flag, text.trim() === '' ? text : read(text));
    } catch (error) {
      if (error instanceof UsageError) return error.message;
      throw error;
    }
  };
  const find = offersFor(flag, answers);
  for (let note = isLong ? [said.longText] : []; ; ) {
    const text = await asked({ question: flag, lang, wrong, notes: note, find });
    if (!isLong || text !== '@') return read(text);
    const written = await inEditor(editor!);
    const refused = answers.wrong(flag, written);
    if (refused === undefined) return written;
    note = [visible(refused), said.longText];
  }
}

/** Opens an editor, and returns the text that was written there. */
function inEditor(editor: string): Promise<string> {
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, 'text.html');
    writeFileSync(file, '');
    // `editor` is a shell command, which may have arguments.
    spawnSync(`${editor} "$PORTAL_SNAPSHOT_TEXT"`, {
      shell: true,
      stdio: 'inherit',
      env: { ...process.env, PORTAL_SNAPSHOT_TEXT: file },
    });
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  });
}

/** How many offers are shown at once. */
const SEEN = 8;

interface Question {
  readonly question: { readonly name: string; readonly means: string };
  readonly lang: Language;
  /** What is wrong with an answer; undefined if nothing is. */
  readonly wrong: (text: string) => string | undefined;
  /** Lines below the question. */
  readonly notes: readonly string[];
  readonly find?: ((typed: string) => readonly Offer[]) | undefined;
}

/** Asks until the answer is valid. Throws {@link Abandoned} after Ctrl-C or the end of input. */
async function asked({ question, lang, wrong, notes, find }: Question): Promise<string> {
  const { keys, nothing, choose: toChoose } = words[lang];
  let offers = find?.('');
  let typed = '';
  // The chosen offer; -1 until something is typed or an arrow is pressed, so that Enter alone chooses none.
  let at = -1;
  const ended = new AbortController();
  const prompt = new TextPrompt({
    signal: ended.signal,
    validate: (value = '') => {
      return offers && value === '' ? toChoose : wrong(value);
    },
    render() {
      const done = this.state === 'submit';
      const head = `${done ? pc.green('✔') : pc.blue('?')} ${pc.bold(question.name)} ${pc.dim(`(${question.means})`)}`;
      if (done) return `${head} ${pc.cyan(offers ? (offers[at]?.shown ?? '') : typed)}`;
      const lines = [`${head} ${this.userInputWithCursor}`];
      if (offers) {
        const first = Math.max(0, Math.min(at - SEEN + 2, offers.length - SEEN));
        offers.slice(first, first + SEEN).forEach(({ shown }, i) => {
          lines.push(first + i === at ? pc.cyan(`❯ ${shown}`) : `  ${shown}`);
        });
        if (offers.length === 0) lines.push(`  ${nothing}`);
        lines.push(pc.dim(`  ${keys}`));
      }
      for (const note of notes) lines.push(pc.dim(`  ${note}`));
      // The last line is always there, if only empty: TextPrompt fails when a redraw loses its last line alone.
      lines.push(this.state === 'error' ? pc.red(`  ${visible(this.error)}`) : '');
      return lines.join('\n');
    },
  });
  const choose = () => {
    prompt.value = offers ? (offers[at]?.value ?? '') : typed;
  };
  prompt.on('userInput', (text) => {
    if (text !== typed) {
      typed = text;
      offers = find?.(text);
      at = text.trim() === '' ? -1 : 0;
    }
    choose();
  });
  prompt.on('cursor', (key) => {
    if (offers && key === 'down') at = Math.min(at + 1, offers.length - 1);
    if (offers && key === 'up') at = Math.max(at - 1, 0);
    choose();
  });
  choose();
  const end = () => ended.abort();
  process.once('beforeExit', end); // after the end of input (Ctrl-D) nothing else ends the prompt
  const answer = await prompt.prompt();
  process.off('beforeExit', end);
  if (isCancel(answer) || answer === undefined) throw new Abandoned();
  return answer;
}
