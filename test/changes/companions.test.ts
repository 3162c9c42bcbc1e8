// Which of the edited records belong to another one, because `new` makes them together.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { editedBetween } from '../../src/editing/changes/edited.js';
import { dataFilesOf } from '../../src/files/source/files.js';
import { portal } from '../../src/portal/index.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';

const created = '2026-03-01T10:00:00+03:00';
const settings = { cwd: '.', data: 'data', personal: 'publish', extras: [] } as const;

/** What was edited, if these comments and events were added. */
function added(comments: readonly object[], events: readonly object[]) {
  const cwd = temporaryFolder();
  const lines = (all: readonly object[]) => all.map((one) => `${JSON.stringify(one)}\n`).join('');
  writeFile(cwd, 'data/comments.ndjson', lines(comments));
  writeFile(cwd, 'data/events.ndjson', lines(events));
  const data = join(cwd, 'data');
  const { files } = dataFilesOf(data, portal.collections);
  return editedBetween(portal, { data: cwd, files: [] }, { data, files }, settings);
}

const root = { id: 1, post: 5, parent: null, created };
const reply = (id: number) => ({ id, post: 5, parent: 1, user: 7, created, text: '<p>Да</p>' });

it('an event belongs to the comment that it is about, whatever their order', () => {
  const edited = added(
    [root, reply(2), reply(3)],
    [
      { id: 301, event_type: 2, comment: 3 },
      { id: 302, event_type: 2, comment: 2 },
      { id: 303, event_type: 2, comment: 4 },
    ],
  );
  const events = edited.filter(({ collection }) => collection === 'events');
  expect(events.map(({ id, companionOf }) => [id, companionOf])).toEqual([
    [301, 'comments 3'],
    [302, 'comments 2'],
    [303, undefined],
  ]);
});
