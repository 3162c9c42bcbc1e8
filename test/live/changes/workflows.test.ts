// The commands of the workflows' steps, as they stand in the files, run in a repository made of this project.
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { change, commitAll, type Files, git, repository } from '../../changes/repository.js';
import { stepsOf, workflow } from '../../changes/workflows.js';
import { commandFile, type Ended, type Surroundings, start } from '../../support/command.js';

/** Runs a step as GitHub does: bash, which ends at the first command that fails. */
function runStep(command: string, cwd: string, env: Surroundings['env'] & object): Promise<Ended> {
  return start('bash', ['-e', '-o', 'pipefail', '-c', command], { cwd, env }).ended;
}

describe('the steps', () => {
  let cwd = '';
  const pagesUrl = 'https://portal.example.org/site';

  const data = {
    'data/districts.json': '[{"id": 1, "name": "Сибирский"}]',
    'data/regions.json': '[{"id": 1, "name": "Алтай", "district": 1}]',
  };

  beforeAll(() => {
    const about = { '.gitignore': 'node_modules/\ndist/\n', 'package.json': '{"private": true}' };
    cwd = repository({ ...about, ...data });
    mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true });
    symlinkSync(commandFile, join(cwd, 'node_modules/.bin/portal-snapshot'));
  });

  /** What GitHub checks out for a pull request: its merge into main, which moves on afterwards. */
  function mergeOf(files: Files) {
    git(cwd, ['checkout', '--quiet', '-b', 'change']);
    change(cwd, files);
    commitAll(cwd);
    git(cwd, ['checkout', '--quiet', '--detach', 'main']);
    git(cwd, ['merge', '--quiet', '--no-ff', '--no-edit', 'change']);
    const merge = git(cwd, ['rev-parse', 'HEAD']);
    git(cwd, ['checkout', '--quiet', 'main']);
    change(cwd, { 'data/regions/later.json': '{"id": 903, "name": "Тула"}' });
    commitAll(cwd);
    git(cwd, ['update-ref', 'refs/remotes/origin/main', 'HEAD']);
    git(cwd, ['checkout', '--quiet', '--detach', merge]);
  }

  /** Runs those steps of a workflow that hold some text, each whatever became of those before. */
  async function runSteps(name: string, text: string, from = workflow(name)) {
    const [summary, output] = [join(cwd, '.git/summary'), join(cwd, '.git/output')];
    change(cwd, { '.git/summary': '', '.git/output': '' });
    const env = {
      CI: 'true',
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      BASE_URL: pagesUrl, // what the Pages action finds
      URL: pagesUrl,
      npm_config_local_prefix: undefined, // npm of this project is not npx of that one
    };
    const ended: Ended[] = [];
    for (const step of stepsOf(from).filter((command) => command.includes(text))) {
      ended.push(await runStep(step, cwd, env));
    }
    return {
      statuses: ended.map(({ status }) => status),
      annotations: ended.flatMap(({ stdout }) => stdout.match(/^::.*/gm) ?? []),
      summary: readFileSync(summary, 'utf8'),
      output: readFileSync(output, 'utf8'),
    };
  }

  it('of a pull request annotate, and tell what the API becomes', async () => {
    mergeOf({ 'data/regions/new.json': '{"id": 902, "name": "Томск"}', 'data/a.txt': 'a' });
    const ran = await runSteps('pull-request.yml', 'HEAD^1');
    expect(ran.statuses).toEqual([0, 0]);
    expect(ran.annotations).toEqual([
      expect.stringMatching(/^::warning file=data\/a\.txt,line=1,/),
    ]);
    expect(ran.summary).toMatch(/^### What this change does to the API\n/);
    expect(ran.summary).toMatch(/\n {2}regions: added 1\n {4}902 /);
    expect(ran.summary).not.toContain('903');
    expect(ran.output).toBe('');
  });

  it('of a pull request fail for what keeps main from being published', async () => {
    change(cwd, { 'data/cities.json': '[{"id": 1, "name": "Томск", "region": 7777}]' });
    for (const [name, text] of [
      ['pull-request.yml', ' --since '],
      ['publish.yml', ' check '],
    ] as const) {
      expect([name, (await runSteps(name, text)).statuses]).toEqual([name, [1]]);
    }
    change(cwd, { 'data/cities.json': null });
  });

  it('of a pull request say so where there is no snapshot, and fail for no old error', async () => {
    change(cwd, { 'data/regions/new.json': '{"id": 902}' });
    const { statuses, summary } = await runSteps('pull-request.yml', ' diff ');
    expect(statuses).toEqual([0]);
    expect(summary).toMatch(/^What this change does to the API cannot be told/);
  });

  it('of main check strictly and build', async () => {
    change(cwd, { 'data/regions/new.json': null });
    expect((await runSteps('publish.yml', ' check ')).statuses).toEqual([0]);
    // To publish it, and once more to hold what is published against it.
    expect((await runSteps('publish.yml', ' build ')).statuses).toEqual([0, 0]);
    expect(readdirSync(join(cwd, 'dist')).sort()).toEqual([
      '.nojekyll',
      '404.html',
      '404.json',
      'api',
    ]);
    const index = readFileSync(join(cwd, 'dist/api/index.json'), 'utf8');
    expect(index).toContain('"https://portal.example.org/site/api/event/index.json"');
  });
});
