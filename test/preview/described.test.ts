// What the portal and others declare for lists and forms, with what follows from their fields.
import { describe, expect, it } from 'vitest';
import { describePortal } from '../../src/preview/data/forms.js';
import { library } from '../second/library.js';

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
});
