// What is found in records, value by value: of each field with what may stand there, of each one that is not there, and of names
// that are no field's.
import { expect, it } from 'vitest';
import { makeValidator } from '../../src/engine/compile/validate.js';
import type { Finding } from '../../src/problems/problem.js';
import { quote } from '../../src/problems/quote.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { plan } from './both-paths.js';
import { ODD } from './odd.js';
import { inBraces, membersOf, valuesIn } from './usual.js';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const values = [...new Set(ODD)].filter(isJson);

const all = plan.collections.map((collection) => {
  const { name } = collection.declared;
  // An event is of a post or of a comment.
  const { comment, ...others } = collection.fields;
  const validate = makeValidator(collection, FRAME_HOSTS);
  const findings = (record: string) => validate(JSON.parse(record), { kind: 'record', start: 0 });
  return { name, fields: name === 'events' ? others : collection.fields, findings };
});

/** Findings in words: `it` is the field, and `…` the value. */
function told(found: readonly Finding[], field: string, value?: string): string {
  const lines = found.map(({ name, args, path, place: _, ...others }) => {
    const shown = value && quote(JSON.parse(value));
    const about = Object.entries({ ...args, ...others }).flatMap(([key, arg]) => {
      if (arg === undefined) return [];
      const json = JSON.stringify(typeof arg === 'string' && shown ? arg.replace(shown, '…') : arg);
      return [`${key} ${json}`];
    });
    const last = path.split('/').at(-1)!;
    const where = last === field || last === `${field}x` ? '' : ` at ${path}`;
    return [`${name}${where}`, ...about]
      .join(', ')
      .replaceAll(new RegExp(`"${field}(x?)"`, 'g'), 'it$1');
  });
  return lines.join('; ') || 'fine';
}

/** Puts what is alike together: heading → the lines below it. */
class Groups {
  readonly #members = new Map<string, string[]>();

  add(what: string, member: string): void {
    this.#members.set(what, [...(this.#members.get(what) ?? []), member]);
  }

  /** What is told of each, and of which. */
  get text(): string[] {
    return [...this.#members].map(([what, members]) => `${what}: ${members.join(' ')}`);
  }
}

it('of each field, with what may stand there', async () => {
  const groups = new Groups();
  for (const { name, fields, findings } of all) {
    expect([name, findings(inBraces(membersOf(fields)))]).toEqual([name, []]);
    for (const { path, put } of valuesIn(fields)) {
      const field = path.split('.').at(-1)!;
      const own = new Groups();
      for (const value of values) own.add(told(findings(put(value)), field, value), value);
      groups.add(own.text.map((line) => `\n  ${line}`).join(''), `${name}.${path}`);
    }
  }
  const blocks = groups.text.map((line) => {
    const at = line.lastIndexOf(': ');
    return `${line.slice(at + 2)}${line.slice(0, at)}\n`;
  });
  await expect(blocks.join('')).toMatchFileSnapshot('findings-of-values.txt');
});

it('where a field is not there, or is misspelt', async () => {
  const groups = new Groups();
  for (const { name, fields, findings } of all) {
    for (const { path, put } of valuesIn(fields)) {
      const field = path.split('.').at(-1)!;
      const record = put('"x"');
      const without = record
        .replace(`"${field}":"x",`, '')
        .replace(`"${field}":"x"`, '')
        .replace(',}', '}');
      const misspelt = record.replace(`"${field}":"x"`, `"${field}x":"x"`);
      groups.add(`not there: ${told(findings(without), field)}`, `${name}.${path}`);
      groups.add(`misspelt: ${told(findings(misspelt), field)}`, `${name}.${path}`);
    }
  }
  await expect(`${groups.text.join('\n')}\n`).toMatchFileSnapshot('findings-of-names.txt');
});
