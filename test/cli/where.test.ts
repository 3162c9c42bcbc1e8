// Where a command is run: in a folder of a repository, and too far below the portal.
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { repository } from '../changes/repository.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { filesOf } from '../support/tree.js';

const REGIONS = '[{"id": 53, "nmae": "Новосибирская область"}]';

describe('annotations of GitHub, where the portal is a folder of the repository', () => {
  const named = async (top: string, workspace: string | undefined, ...command: string[]) => {
    vi.stubEnv('GITHUB_WORKSPACE', workspace);
    const { stdout } = await runIn(join(top, 'portal'), ...command, '--reporter', 'github');
    vi.unstubAllEnvs();
    return /file=([^,]*)/.exec(stdout)?.[1];
  };

  it.each([['check'], ['build'], ['check', '--since', 'HEAD']])(
    'name files from its top: %s',
    async (...command) => {
      const top = repository({ 'portal/data/regions.json': '[]' });
      writeFile(top, 'portal/data/regions.json', REGIONS);
      for (const workspace of [top, undefined])
        expect(await named(top, workspace, ...command)).toBe('portal/data/regions.json');
    },
  );

  it('name files as they are where the checkout does not hold them', async () => {
    const top = temporaryFolder();
    writeFile(top, 'portal/data/regions.json', REGIONS);
    expect(await named(top, temporaryFolder(), 'check')).toBe('data/regions.json');
    expect(await named(top, undefined, 'check')).toBe('data/regions.json');
  });
});

describe('a command that finds no data folder', () => {
  const portal = () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'data/regions.json', '[]');
    mkdirSync(join(cwd, 'data/posts'));
    mkdirSync(join(cwd, 'hosts'));
    return cwd;
  };

  it.each([
    ['check'],
    ['build'],
    ['fmt'],
    ['schema'],
    ['new', 'region', '--name', 'Тува'],
    ['find', 'Тува'],
    ['import', 'http://127.0.0.1:9'],
  ])('says in which folder above it is to run: %s', async (...command) => {
    const cwd = portal();
    const before = filesOf(cwd);
    for (const below of ['data', 'data/posts', 'hosts']) {
      const { status, stderr } = await runIn(join(cwd, below), ...command);
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining(`the portal is in ${cwd}: run the command there (cd ${cwd})`),
      ]);
    }
    expect(filesOf(cwd)).toEqual(before);
  });

  it('names no folder above whose data is of something else', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'data/measurements.csv', '');
    mkdirSync(join(cwd, 'portal'));
    const { stderr } = await runIn(join(cwd, 'portal'), 'check');
    expect(stderr).toContain('init" begins a portal');
  });

  it.each(['check', 'schema'])(
    'says that the folder is a link, and where it leads: %s',
    async (command) => {
      const cwd = portal();
      renameSync(join(cwd, 'data'), join(cwd, 'texts'));
      symlinkSync('texts', join(cwd, 'data'));
      const { status, stderr } = await runIn(cwd, command);
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining(
          `data is a symbolic link, which is not followed: name the folder it leads to (--data texts)`,
        ),
      ]);
      expect(await runIn(cwd, 'check', '--data', 'texts')).toMatchObject({ status: 0 });
    },
  );
});
