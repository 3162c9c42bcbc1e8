// The tables of fields on both pages for editors. They are made from the declarations: `npm test -- test/pages -u`.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fieldsTable } from '../../src/editing/schema/fields-table.js';
import { portal } from '../../src/portal/index.js';
import { projectFolder } from '../support/folders.js';
import { pageOf } from './pages.js';

it.each(['data/README.md', 'data/README.ru.md'])('the table of %s is up to date', async (page) => {
  const text = pageOf(page).replace(/(?:^\| `[a-z-]+` \| id.*\n)+/m, fieldsTable(portal));
  await expect(text).toMatchFileSnapshot(join(projectFolder, page));
});
