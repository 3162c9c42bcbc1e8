// The tables of fields on both pages for editors, held against the declarations.
import { describe, expect, it } from 'vitest';
import { elementOf, referenceOf } from '../../src/model/fields.js';
import { portal } from '../../src/portal/index.js';
import { pageOf } from './pages.js';

/** Words between the names of fields. */
const WORDS = new Set(['and', 'for', 'or', 'replies', 'to']);

/** The cells of each collection's row, as fields with what they refer to: `blog → blogs`. */
function rowsOf(page: string): Map<string, readonly string[][]> {
  const rows = pageOf(page).matchAll(/^\| `([a-z-]+)` \| (.*?) \|(?: (.*))? \|$/gm);
  return new Map(
    [...rows].map(([, name, ...cells]) => [
      name!,
      cells.map((cell = '') =>
        [...cell.matchAll(/[a-z]\w*(?: [→~] [a-z-]+)?/gi)]
          .map(([field]) => field)
          .filter((field) => !WORDS.has(field)),
      ),
    ]),
  );
}

describe.each(['data/README.md', 'data/README.ru.md'])('the table of %s', (page) => {
  const rows = rowsOf(page);

  it('has the collections, in their order', () => {
    expect([...rows.keys()]).toEqual(portal.collections.map(({ name }) => name));
  });

  it.each(portal.collections)(
    'has what there must be in $name, and fields that there are',
    ({ name, fields }) => {
      const all = Object.entries(fields).map(([field, { type, required }]) => {
        const to = referenceOf(type) ?? referenceOf(elementOf(type));
        const mark = to ? ` ${to.shape === undefined ? '~' : '→'} ${to.collection}` : '';
        return { told: field + mark, required };
      });
      const [needed = [], others = []] = rows.get(name)!;
      const told = [...needed, ...others];
      expect(all.map(({ told }) => told)).toEqual(expect.arrayContaining(told));
      const required = all.filter(({ required }) => required).map(({ told }) => told);
      // Some of a reply's fields are required by a rule, and so is an event's subject.
      const further =
        { comments: ['parent', 'user', 'text'], events: ['post', 'comment'] }[name] ?? [];
      const byRule = all.filter(({ told }) => further.includes(told.split(' ')[0]!));
      expect([...needed].sort()).toEqual([...required, ...byRule.map(({ told }) => told)].sort());
    },
  );
});

it('says the same in both languages', () => {
  expect([...rowsOf('data/README.ru.md')]).toEqual([...rowsOf('data/README.md')]);
});
