// No reporter hands on a character that would move a cursor, paint, or turn the direction of writing,
// wherever strangers can write one: keys, values, names of files and folders, answers of a server.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { reporters as verifyReporters } from '../../src/delivery/verify/reporters.js';
import { diffReporters } from '../../src/editing/changes/table.js';
import type { FindingsReport } from '../../src/problems/report.js';
import { visibleJson } from '../../src/problems/text/visible.js';
import { idOf } from '../../src/site/snapshot-file.js';
import { reporters } from '../../src/snapshot/reporters/index.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { check, verify } from '../support/tool.js';

/** ESC, BEL, DEL, CSI and OSC of one byte, overrides and isolates of direction. */
const EVIL = '\x1b[31m\x07\x7f\x9b2J\x9d\u202a\u202e\u2066\u2069';
const SHOWN = '\\u001b[31m\\u0007\\u007f\\u009b2J\\u009d\\u202a\\u202e\\u2066\\u2069';
/** All of them that may not be printed; line ends may. */
const HARMFUL = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

/** A folder of data in which all that an editor can name is evil. */
function evilData(): string {
  const cwd = temporaryFolder();
  const json = JSON.stringify(EVIL);
  writeFile(cwd, `data/regions/${EVIL}.json`, `{"id": 1, "name": 7, ${json}: 1, ${json}: 2}`);
  writeFile(cwd, 'data/cities.json', `[{"id": 1, "name": "${EVIL.slice(2)}", "region": ${json}}]`);
  writeFile(cwd, `data/${EVIL}.json`, '[]');
  writeFile(cwd, `data/districts/${EVIL}.txt`, '');
  writeFile(cwd, 'data/experts.json', `[{"id": 1, "id": 1, "full_name": "${EVIL}"]`);
  return cwd;
}

describe('a report of data', () => {
  let report: FindingsReport;
  const before = { ref: EVIL, errors: 1, warnings: 0, codes: { syntax: 1 } };
  beforeAll(async () => {
    report = { ...(await check({ cwd: evilData() })), before };
    expect(report.problems.length).toBeGreaterThan(5);
    expect(report.problems.some(({ file }) => file.includes(EVIL))).toBe(true);
    expect(report.problems.some(({ path }) => path.includes(EVIL))).toBe(true);
  });

  it.each(Object.entries(reporters))('by %s has none', (name, reporter) => {
    const text = reporter(report, 'check', { all: true });
    expect(text).not.toMatch(HARMFUL);
    expect(text).toContain(name === 'github' ? SHOWN.replaceAll('%', '%25') : SHOWN);
  });
});

it('no command prints any', async () => {
  const cwd = evilData();
  for (const args of [
    ['check', '--reporter', 'github'],
    ['check', '--all'],
    ['fmt'],
    ['build', '--reporter', 'json'],
    ...['--data', '--since', `--${EVIL}`].map((flag) => ['check', flag, EVIL]),
    ['check', `data/${EVIL}`],
    ['diff', EVIL],
    ['verify', EVIL],
    ['build', '--base-url', EVIL],
    ['build', '--host', EVIL],
    ['new', 'region', '--name', EVIL, '--dry-run'],
    ['new', 'city', '--name', EVIL, '--region', EVIL],
    [EVIL],
  ]) {
    const { stdout, stderr } = await runIn(cwd, ...args);
    expect([args, stdout + stderr]).not.toEqual([args, '']);
    expect(stdout, args.join(' ')).not.toMatch(HARMFUL);
    expect(stderr, args.join(' ')).not.toMatch(HARMFUL);
  }
});

describe('a command of a CI service in the data', () => {
  const COMMANDS = [
    '##[add-mask]Коми',
    '::set-output name=a::b',
    ' ::error::x',
    'a ##vso[b]##[group]',
  ];
  /** What GitHub, Azure or TeamCity would run, but for the annotations of the reporter `github`. */
  const RUN = /^\s*::(?!(?:error|warning) file=|notice::)|##\w*\[/m;

  it.each(COMMANDS)('is run by none, whatever is printed: %s', async (command) => {
    const cwd = temporaryFolder();
    const json = JSON.stringify(command);
    const city = `{"id": 1, "name": ${json}, "region": ${json}, ${json}: 1}`;
    writeFile(cwd, `${command}/${command}.json`, '[]');
    writeFile(cwd, `${command}/cities.json`, `[${city}]`);
    writeFile(cwd, `${command}/regions.json`, `[{"id": 1, "name": ${json}}]`);
    const text = `<p>a</p>\n${command}`;
    const users = [{ id: 1, last_name: text, first_name: command, date_joined: command }];
    writeFile(cwd, `${command}/users.json`, JSON.stringify(users));
    const data = ['--data', command];
    const commands = [
      ...Object.keys(reporters).map((name) => ['check', '--reporter', name]),
      ...[['show', 'region', '1'], ['show', 'user', '1'], ['refs', 'region', '1'], ['fmt']],
      ...[
        ['find', command.slice(2)],
        ['change', 'region', '1', '--code', command, '--dry-run'],
      ],
      ['new', 'region', '--name', command, '--dry-run'],
    ];
    let shown = 0;
    for (const args of commands) {
      const { stdout, stderr } = await runIn(cwd, ...args, ...data);
      expect(stdout + stderr, args.join(' ')).not.toMatch(RUN);
      if (/\\u00(?:3a|23)/.test(stdout + stderr)) shown++;
    }
    expect(shown).toBeGreaterThan(5);
  });

  it('is the same value for programs', () => {
    expect(visibleJson(COMMANDS)).not.toMatch(RUN);
    expect(JSON.parse(visibleJson(COMMANDS))).toEqual(COMMANDS);
  });
});

it('a name of a file cannot begin a command of a workflow in what ends a command', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'data\n::error::x'));
  const { stderr } = await runIn(cwd, 'check', 'a', '--data', 'data\n::error::x');
  expect(stderr).toContain('is no data file of');
  expect(stderr).not.toMatch(/^::/m);
});

it('a report of a deployment has none, and says the same to programs', async () => {
  const folder = join(temporaryFolder(), EVIL);
  mkdirSync(join(folder, 'api/region'), { recursive: true });
  writeFileSync(join(folder, 'api/index.json'), JSON.stringify({ region: EVIL, [EVIL]: 1 }));
  writeFileSync(join(folder, 'api/snapshot.json'), JSON.stringify({ format: 1, lists: {} }));
  const report = await verify({ target: folder });
  expect(JSON.stringify(report)).toContain('\u202e');
  for (const reporter of Object.values(verifyReporters)) {
    expect(reporter(report)).not.toMatch(HARMFUL);
  }
  expect(JSON.parse(verifyReporters.json(report))).toEqual(JSON.parse(JSON.stringify(report)));
});

it('a difference has none, whatever a snapshot holds', async () => {
  const [cwd, old] = [temporaryFolder(), temporaryFolder()];
  writeFile(cwd, 'data/regions.json', '[{"id": 1, "name": "Коми"}]');
  await runIn(cwd, 'build');
  renameSync(join(cwd, 'dist'), join(old, EVIL));
  const file = join(old, EVIL, 'api/snapshot.json');
  const { lists, files } = JSON.parse(readFileSync(file, 'utf8'));
  const strange = { ...lists, [EVIL]: lists.region };
  const said = { lists: strange, files };
  writeFileSync(file, JSON.stringify({ format: 1, id: idOf(said), ...said }));
  for (const reporter of Object.keys(diffReporters)) {
    const args = ['diff', join(old, EVIL), '--reporter', reporter];
    const { stdout, stderr } = await runIn(cwd, ...args);
    expect(stderr).toBe('');
    expect(stdout).toContain('/api/%1B');
    expect(stdout).not.toMatch(HARMFUL);
  }
});
