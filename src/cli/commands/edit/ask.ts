// Asks a person on a terminal for the fields that a new record lacks, one after another, with completion
// of names. Ctrl-C, or the end of input, leaves.
import { isCancel, TextPrompt } from '@clack/core';
import pc from 'picocolors';
import { Abandoned, type Answers, type AskFields } from '../../../editing/new/create.js';
import type { FieldFlag } from '../../../editing/new/flags.js';
import { words } from '../../../editing/new/words.js';
import { elementOf } from '../../../model/fields.js';
import type { Language } from '../../../problems/messages/catalogue.js';
import { visible } from '../../../problems/text/visible.js';

/** What asks for the fields of a record, in a language. `singular`: what such a record is called. */
export function asker(singular: string, lang: Language): AskFields {
  return async (lacking, answers) => {
    // Some terminals do not say how large they are.
    process.stdout.columns ||= 80;
    process.stdout.rows ||= 24;
    process.stdout.write(`${words[lang].asks(singular)}\n`);
    const given = new Map<string, readonly string[]>();
    for (const flag of lacking) given.set(flag.name, [await answerTo(flag, answers, lang)]);
    return given;
  };
}

interface Offer {
  readonly value: string;
  readonly shown: string;
}

/** What a field's value may be, by what has been typed; undefined where that is any text. */
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

/** How many offers are seen at once. */
const SEEN = 8;

/** Asks for one field until its value can be. Throws {@link Abandoned} when there is no answer to come. */
async function answerTo(flag: FieldFlag, answers: Answers, lang: Language): Promise<string> {
  const { keys, nothing } = words[lang];
  const find = offersFor(flag, answers);
  let offers = find?.('');
  let typed = '';
  let at = 0;
  const ended = new AbortController();
  const prompt = new TextPrompt({
    signal: ended.signal,
    validate: (value = '') => answers.wrong(flag, value),
    render() {
      const done = this.state === 'submit';
      const question = `${done ? pc.green('✔') : pc.blue('?')} ${pc.bold(flag.name)} ${pc.dim(`(${flag.means})`)}`;
      if (done) return `${question} ${pc.cyan(offers ? (offers[at]?.shown ?? '') : typed)}`;
      const lines = [`${question} ${this.userInputWithCursor}`];
      if (offers) {
        const first = Math.max(0, Math.min(at - SEEN + 2, offers.length - SEEN));
        offers.slice(first, first + SEEN).forEach(({ shown }, i) => {
          lines.push(first + i === at ? pc.cyan(`❯ ${shown}`) : `  ${shown}`);
        });
        if (offers.length === 0) lines.push(`  ${nothing}`);
        lines.push(pc.dim(`  ${keys}`));
      }
      // A line in any case: TextPrompt fails where what it draws loses its last line alone.
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
      at = 0;
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
  process.once('beforeExit', end); // after Ctrl-D nothing is left to wait for
  const answer = await prompt.prompt();
  process.off('beforeExit', end);
  if (isCancel(answer) || answer === undefined) throw new Abandoned();
  return answer;
}
