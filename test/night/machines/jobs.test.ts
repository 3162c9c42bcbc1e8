// The files for several machines but Slurm's: their vendors' schemas take them, and their jobs, one after the other, build
// what one machine builds. GitLab's are run by gitlab-ci-local; those of Kubernetes and GitHub by stand-ins.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../../support/folders.js';
import { describeWith, packaged } from '../../support/tools.js';
import { expectTree } from '../../support/tree.js';
import { machines, SharedPortal } from './portal.js';

const textOf = (name: string) => readFileSync(join(machines, name), 'utf8');
const WRONG = { id: 1, name: 'Томская область', district: 7 };
const SAID = 'there is no record 7';

const kubernetes = packaged('kubernetes-types', 'batch/v1.d.ts');

describeWith([kubernetes], 'Kubernetes', () => {
  const standIn = join(import.meta.dirname, '../../support/standins/kubectl.mjs');
  const programs = { kubectl: `exec '${process.execPath}' '${standIn}' "$@"` };
  const run = (portal: SharedPortal) =>
    portal.run('bash', [join(machines, 'kubernetes.sh')], { PARTS: '3', CACHE: 'in common' });
  const jobsOf = ({ cwd }: SharedPortal) =>
    readdirSync(join(cwd, 'kubectl'))
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => parse(readFileSync(join(cwd, 'kubectl', name), 'utf8')));

  /** What the types of Kubernetes' own API say of objects. */
  function wrongIn(jobs: readonly unknown[]): string[] {
    const file = join(temporaryFolder(), 'jobs.ts');
    const types = join(dirname(kubernetes.file!), 'v1.js');
    const text = `import type { Job } from '${types}';\nexport const jobs: Job[] = ${JSON.stringify(jobs)};`;
    writeFileSync(file, text);
    const program = ts.createProgram([file], { noEmit: true, strict: true, types: [] });
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  }

  it('builds by indexed jobs, as its API has them', async () => {
    const portal = new SharedPortal(programs);
    const whole = await portal.whole();
    expect(await run(portal)).toMatchObject({ status: 0, stderr: '' });
    expectTree(portal.dist, whole);
    expect(existsSync(join(portal.cwd, 'in common'))).toBe(true);

    const jobs = jobsOf(portal);
    expect(jobs).toHaveLength(2);
    // No more is wrong than two jobs that are meant to be.
    const { spec, ...others } = jobs[0];
    const wrong = [{ completion: 3 }, { completions: '3' }].map((more) => ({
      ...others,
      spec: { ...spec, ...more },
    }));
    expect(wrongIn([...jobs, ...wrong])).toEqual([
      expect.stringMatching(/completion\W+does not exist/),
      expect.stringContaining("'string' is not assignable to type 'number'"),
    ]);
  });

  it('ends at the job that found an error, and shows its log', async () => {
    const portal = new SharedPortal(programs);
    portal.addRegion(WRONG);
    const { status, stdout } = await run(portal);
    expect(status).toBe(1);
    expect(stdout).toContain(SAID);
    expect(jobsOf(portal)).toHaveLength(2);
    expect(existsSync(portal.dist)).toBe(false);
  });
});

// It wants a newer Node than the oldest that is promised.
const node = packaged('node24', 'bin/node');
const gitlab = packaged('gitlab-ci-local', 'dist/index.js');

describeWith([node, gitlab], 'GitLab', () => {
  async function run(portal: SharedPortal) {
    writeFileSync(join(portal.cwd, '.gitlab-ci.yml'), textOf('gitlab.yml'));
    await portal.run('git', ['init', '--quiet']);
    const commit = ['commit', '--quiet', '--allow-empty', '--message=Data'];
    await portal.run('git', ['-c', 'user.name=E', '-c', 'user.email=e@example.org', ...commit]);
    const cache = `CACHE=${join(portal.cwd, '.cache')}`;
    const args = [gitlab.file!, '--force-shell-executor', '--variable', cache];
    return portal.run(node.file!, args, { HOME: portal.cwd });
  }

  it('builds by its pipeline', async () => {
    const portal = new SharedPortal();
    const whole = await portal.whole();
    const { status, stdout, stderr } = await run(portal);
    expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 });
    expect(stdout).toContain('share 4 of 4: ');
    expectTree(portal.dist, whole);
  });

  it('builds nothing of a branch that is not the default one', () => {
    // gitlab-ci-local runs jobs whatever this says.
    const { workflow } = parse(textOf('gitlab.yml'));
    expect(workflow).toEqual({ rules: [{ if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' }] });
  });

  it('ends at the job that found an error', async () => {
    const portal = new SharedPortal();
    portal.addRegion(WRONG);
    const { status, stdout, stderr } = await run(portal);
    expect(status).not.toBe(0);
    expect(stdout + stderr).toContain(SAID);
    expect(stdout + stderr).toMatch(/FAIL +build/);
    expect(existsSync(portal.dist)).toBe(false);
  });
});

interface Job {
  readonly needs?: string;
  readonly strategy?: { readonly matrix: { readonly part: readonly number[] } };
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly run?: string }[];
}

interface Parser {
  readonly NoOperationTraceWriter: new () => object;
  readonly parseWorkflow: (
    file: { readonly name: string; readonly content: string },
    trace: object,
  ) => { readonly context: { readonly errors: { readonly getErrors: () => readonly Error[] } } };
}

const parser = packaged('@actions/workflow-parser', 'dist/index.js');

describeWith([parser], 'GitHub', () => {
  const text = textOf('github.yml');

  it('is a workflow as its own parser takes it', async () => {
    // It is made for bundlers: Node does not load it as it is.
    const outfile = join(temporaryFolder(), 'parser.cjs');
    buildSync({ entryPoints: [parser.file!], outfile, bundle: true, platform: 'node' });
    const { parseWorkflow, NoOperationTraceWriter } = (await import(outfile)) as Parser;
    const wrongIn = (content: string) =>
      parseWorkflow({ name: 'deploy.yml', content }, new NoOperationTraceWriter())
        .context.errors.getErrors()
        .map(({ message }) => message);
    expect(wrongIn(text)).toEqual([]);
    expect(wrongIn(text.replace('needs:', 'need:'))).toHaveLength(1);
    expect(wrongIn(text.replace('matrix.part', 'matrices.part')).join()).toContain('matrices');
  });

  /** Runs the jobs one by one, up to the first step that fails; returns the job of that, and what it said. */
  async function run(portal: SharedPortal): Promise<{ failed?: string; said?: string }> {
    const { env, jobs } = parse(text) as {
      readonly env: Readonly<Record<string, string>>;
      readonly jobs: Readonly<Record<string, Job>>;
    };
    const done = new Set<string>();
    for (const [name, { needs, strategy, env: own, steps }] of Object.entries(jobs)) {
      expect(needs === undefined || done.has(needs)).toBe(true);
      const parts = strategy?.matrix.part ?? [undefined];
      for (const part of parts) {
        const values = new Map([
          ['vars.CACHE', '.cache'],
          ['matrix.part', `${part}`],
          ['strategy.job-total', `${parts.length}`],
        ]);
        const filled = Object.entries({ ...env, ...own }).map(([variable, value]) => [
          variable,
          value.replace(/\$\{\{ (\S+) \}\}/g, (_, key: string) => values.get(key)!),
        ]);
        for (const { run } of steps.filter(({ run }) => run !== undefined)) {
          const script = ['-e', '-o', 'pipefail', '-c', run!];
          const { status, stdout } = await portal.run('bash', script, Object.fromEntries(filled));
          if (status !== 0) return { failed: name, said: stdout };
        }
      }
      done.add(name);
    }
    return {};
  }

  it('builds by a matrix', async () => {
    const portal = new SharedPortal();
    const whole = await portal.whole();
    expect(await run(portal)).toEqual({});
    expectTree(portal.dist, whole);
  });

  it('ends at the job that found an error', async () => {
    const portal = new SharedPortal();
    portal.addRegion(WRONG);
    const { failed, said } = await run(portal);
    expect(failed).toBe('build');
    expect(said).toContain(SAID);
    expect(existsSync(portal.dist)).toBe(false);
  });
});
