// What the portal and others declare for lists and forms, with what follows from their fields.
import { describe, expect, it } from 'vitest';
import { elementOf, type Fields, partOf } from '../../src/model/fields.js';
import { portal } from '../../src/portal/index.js';
import { describePortal } from '../../src/preview/data/forms.js';
import { library } from '../second/library.js';

const inBoth = (text: string) => `${text} / ${portal.russian?.[text]}`;

describe('the views', () => {
  it('of a collection that nobody has declared one for follow from its fields', () => {
    const { menu, of } = describePortal(library);
    expect(menu).toEqual([{ title: null, collections: ['authors', 'shelves', 'books'] }]);
    expect(of['books']).toMatchObject({
      title: 'books',
      columns: [
        { name: 'author', kind: 'reference', of: 'authors' },
        { name: 'shelf', kind: 'reference', of: 'shelves' },
        { name: 'bought', about: 'when the library got it', kind: 'time' },
        { name: 'lost', about: expect.stringMatching(/; readers do not see it$/), kind: 'flag' },
      ],
    });
  });

  it('show this beside each field', async () => {
    const said = (fields: Fields, above: string): string[] =>
      Object.entries(fields).flatMap(([name, { type, about, otherwise, label }]) => {
        const called = label ? ` (${inBoth(label)})` : '';
        const empty = otherwise ? `; when absent: ${inBoth(otherwise)}` : '';
        const own = about ? [`${above}${name}: ${inBoth(about)}${called}${empty}`] : [];
        const part = partOf(type) ?? partOf(elementOf(type));
        return [...own, ...(part ? said(part, `${above}${name}.`) : [])];
      });
    const all = portal.collections.flatMap(({ name, fields }) => said(fields, `${name}.`));
    await expect(`${all.join('\n')}\n`).toMatchFileSnapshot('fields.txt');
  });
});
