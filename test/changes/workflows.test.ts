// The workflows are held to rules: what they may do. Their steps are run in test/live/changes and test/night/import.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { folder, stepsOf, workflow } from './workflows.js';

describe.each(readdirSync(folder))('%s', (name) => {
  const text = workflow(name);

  it('can do no more than it must', () => {
    expect(text.match(/^permissions:\n(?: .*\n)+/gm)).toEqual(['permissions:\n  contents: read\n']);
    expect(text).not.toContain('pull_request_target');
    const secrets = name === 'import.yml' ? ['ORIGIN_HEADER'] : [];
    expect([...text.matchAll(/secrets\.(\w+)/g)].map(([, secret]) => secret)).toEqual(secrets);
    expect(text).toMatch(/^concurrency:$/m);
  });

  it('runs no action but by its commit, and puts nothing of GitHub into a command', () => {
    const used = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d/);
    expect(stepsOf(text)).toContain('npm ci');
    expect(stepsOf(text).join('\n')).not.toContain('${{');
  });

  it('lets nothing write but the publishing of main, only Pages, and imports, a pull request', () => {
    const written = [...text.matchAll(/^ +([a-z-]+): write/gm)].map(([, what]) => what);
    const may: Record<string, string[]> = {
      'publish.yml': ['pages', 'id-token'],
      'import.yml': ['contents', 'pull-requests'],
    };
    expect(written).toEqual(may[name] ?? []);
  });

  it('restores the cache where `npm ci` does not empty it', () => {
    const [before] = text.split('- run: npm ci', 1);
    expect(before).not.toContain('node_modules/.cache');
  });
});

it.each([
  ['long', 'я'.repeat(1000), 29],
  ['short', 'я', 300],
])('the description of an import is one that GitHub takes: %s lines', (_, line, most) => {
  const REPORT = join(temporaryFolder(), 'report.txt');
  writeFileSync(REPORT, `${line}\n`.repeat(400));
  const [step] = stepsOf(workflow('import.yml')).filter((command) =>
    command.includes(' diff HEAD'),
  );
  const others = `npx() { cat "$REPORT"; }; git() { [ "$1" != diff ]; }; gh() { :; }`;
  const env = { ...process.env, REPORT };
  execFileSync('bash', ['-e', '-o', 'pipefail', '-c', `${others}\n${step}`], { env });
  expect(readFileSync(`${REPORT}.md`, 'utf8')).toBe(`${line}\n`.repeat(most));
});

it.each([
  // Flags of the import, the number of an open pull request, whether data changed; what GitHub is asked.
  ['--stubs', '7', false, ['pr close']],
  ['--stubs', '7', true, ['auth setup-git', 'pr create']],
  ['--dry-run\n', '7', false, ['pr list']],
])(
  'an import with %j leaves an open pull request (%j) that it cannot know: %j',
  (flags, open, changed, asked) => {
    const folder = temporaryFolder();
    const [REPORT, log] = [join(folder, 'report.txt'), join(folder, 'log')];
    writeFileSync(REPORT, '');
    const [step] = stepsOf(workflow('import.yml')).filter((command) =>
      command.includes(' pr close '),
    );
    const others = [
      'npx() { :; }',
      `git() { [ "$1" != diff ] || ${!changed}; }`,
      `gh() { echo "$1 $2" >> '${log}'; if [ "$1 $2" = 'pr list' ]; then echo '${open}'; fi; }`,
    ];
    const script = [...others, step].join('\n');
    const env = { ...process.env, REPORT, STATUS: '0', IMPORT_FLAGS: flags };
    execFileSync('bash', ['-e', '-o', 'pipefail', '-c', script], { env });
    expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual(asked);
  },
);
