// A command that a message suggests has the data folder and the settings file of the command that says so. So no text
// may have a command in it: `commandFor` makes each of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { groups } from '../../src/cli/commands.js';
import { commandFor } from '../../src/problems/commands.js';
import english from '../../src/problems/messages/en.json' with { type: 'json' };
import russian from '../../src/problems/ru.json' with { type: 'json' };
import { settingRows } from '../../src/snapshot/settings/table.js';
import { projectFolder } from '../support/folders.js';

const names = groups.flatMap(({ entries }) => Object.keys(entries)).join('|');

it('is no part of a text', () => {
  const command = RegExp(`portal-snapshot (?:${names})\\b|\`(?:${names})\\b[^\`]* `);
  const texts = Object.entries({ ...russian, ...english }).flat();
  expect(texts.filter((text) => command.test(text))).toEqual([]);
});

it('is no literal of the code, but for the client, which knows no folder', () => {
  const command = RegExp(`^(?!\\s*(?://|\\*|/\\*)).*portal-snapshot (?:${names})\\b.*$`, 'gm');
  const found = readdirSync(join(projectFolder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('client'))
    .flatMap((name) => readFileSync(join(projectFolder, 'src', name), 'utf8').match(command) ?? []);
  expect(found).toEqual([]);
});

/**
 * Russian texts in which the name of a command is the subject of a description. All other texts that name one tell
 * editors to run it, so it has to be a `{command}`.
 */
const describing = [
  'foreign-file.hint', // what `publish` does with the file
  'foreign-file/sent.hint',
  'there is nothing to undo: neither a command nor the preview has changed this data, or everything is undone already',
];

it('is not only named where a message tells to run it', () => {
  const help = JSON.stringify([groups, settingRows]);
  const named = RegExp(`(?<![\\w/.{-])(?:${names})(?![\\w.}/-])`);
  const found = Object.entries(russian)
    .filter(([name, text]) => named.test(text) && !help.includes(JSON.stringify(name).slice(1, -1)))
    .map(([name]) => name);
  expect(found.sort()).toEqual(describing.sort());
});

it.each([
  [{}, 'npx portal-snapshot fmt'],
  [{ data: 'data' }, 'npx portal-snapshot fmt'],
  [{ data: '' }, 'npx portal-snapshot fmt --data .'],
  [{ data: 'a b', config: 'c.json' }, 'npx portal-snapshot fmt --data "a b" --config c.json'],
  [{ data: '-d', config: `it's $5` }, `npx portal-snapshot fmt --data ./-d --config 'it'\\''s $5'`],
])('is quoted for a shell, with what it was started with: %j', (startedWith, command) => {
  expect(commandFor(startedWith, 'fmt')).toBe(command);
});
