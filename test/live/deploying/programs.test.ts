// What the page `Deploying` of src/hosts/README.md says, with the programs that it names: rsync between two
// folders, http-server, and the job of GitHub Pages. night/aws.test.ts has the command line of AWS.
import { cpSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { hostParts, jobsOf, readWorkflow, type Step } from '../../deploying/page.js';
import { commandFile } from '../../support/command.js';
import { projectFolder } from '../../support/folders.js';
import { directory, writeData } from '../../support/portal.js';
import { publicFolder } from '../../support/servers.js';
import { plainFiles } from '../../support/standins/github-pages.js';
import { describeWith, freePort, program, type Running } from '../../support/tools.js';
import { identitiesOf, readTree } from '../../support/tree.js';
import { perform, setStage } from './stage.js';

const partOf = (host: string) => hostParts.find(({ title }) => title === host)!;
const stepWith = (steps: readonly Step[], text: string) =>
  steps.find(({ run }) => run?.includes(text))!.run!;
const stepsOf = (host: string) => readWorkflow(jobsOf(partOf(host))[0]!).jobs.deploy.steps;

describeWith([program('rsync')], 'rsync', () => {
  it('brings pages before heads, removes last, and touches nothing whose bytes stay', async () => {
    const stage = setStage();
    const { cwd, served } = stage;
    const target = join(served, 'dist');
    const env = { SERVER: 'me@example.org', SSH_KEY: 'x', SSH_KNOWN_HOSTS: 'x' };
    const step = stepWith(stepsOf('nginx'), ' build ');
    const build = step.replace(' --base-url', ' --compress gzip --page-size 5$&');
    expect(build).not.toBe(step);
    const send = stepWith(stepsOf('nginx'), 'rsync');
    // The other machine is this one.
    stage.replace('ssh', `[ "$1" = -l ] && shift 2; shift; exec sh -c "$*"`);
    const seen = join(served, 'seen');
    stage.replace(
      'rsync',
      `case $* in *--server*) exec '${program('rsync').file}' "$@" ;; esac
'${program('rsync').file}' "$@"
mkdir -p '${seen}'
shopt -s nullglob
set -- '${seen}'/*
cp -r '${target}' "${seen}/$#"`,
    );
    const url = { URL: 'https://portal.example.org' };
    await perform(stage, build, url);
    await perform(stage, send, env);
    const before = readTree(target);
    expect(before).toEqual(readTree(join(cwd, 'dist')));
    const untouched = identitiesOf(target);
    rmSync(seen, { recursive: true });

    // One record less, others by another name: pages and heads change, and a page goes.
    const { districts, regions } = directory(30);
    const changed = regions!
      .slice(0, 24)
      .map((region) => ({ ...region, name: `${region['name']} 2` }));
    writeData(join(cwd, 'data'), { districts: districts!, regions: changed });
    rmSync(join(cwd, 'dist'), { recursive: true }); // a fresh clone: all times are new
    await perform(stage, build, url);
    const after = readTree(join(cwd, 'dist'));
    await perform(stage, send, env);

    const [pages, all, end] = [0, 1, 2].map((number) => readTree(join(seen, String(number))));
    const gone = [...before.keys()].filter((path) => !after.has(path));
    expect(gone).toContain('api/region/page/6/index.json');
    for (const [path, bytes] of after) {
      const isPage = /\/(?:page|cursor)\//.test(path);
      expect([path, pages!.get(path)]).toEqual([path, isPage ? bytes : before.get(path)]);
      expect([path, all!.get(path)]).toEqual([path, bytes]);
    }
    for (const path of gone) expect(all!.get(path)).toEqual(before.get(path));
    expect(end).toEqual(after);
    const now = identitiesOf(target);
    const same = [...after.keys()].filter((path) => before.get(path)?.equals(after.get(path)!));
    expect(same.length).toBeGreaterThan(5);
    for (const path of same) expect([path, now.get(path)]).toEqual([path, untouched.get(path)]);
  });
});

describeWith([program('curl')], 'http-server', () => {
  it('is built, started and verified by its job', async () => {
    const stage = setStage();
    symlinkSync(join(projectFolder, 'node_modules'), join(stage.cwd, 'node_modules'));
    stage.replace('node', `exec '${process.execPath}' "$@"`);
    stage.replace('npx', `shift; exec '${process.execPath}' '${commandFile}' "$@"`);
    stage.replace('curl', `exec '${program('curl').file}' "$@"`);
    const port = await freePort();
    const step = stepWith(stepsOf('http-server'), 'start.mjs').replaceAll(':8080', `:${port}`);
    // What GitHub does at the end of a job: no process of it stays.
    const { status, stdout } = await stage.run(`trap 'kill $(jobs -p)' EXIT\n${step}`);
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(stdout).toMatch(/^rules: \d+ passed/m);
  });
});

describeWith(plainFiles.tools, 'GitHub Pages', () => {
  let running: Running | undefined;
  afterAll(() => running?.stop());

  it('are waited for while they show the last snapshot, and then verified', async () => {
    const stage = setStage();
    const { cwd } = stage;
    stage.replace('npx', `shift; exec '${process.execPath}' '${commandFile}' "$@"`);
    const workflow = parse(
      readFileSync(join(projectFolder, '.github/workflows/publish.yml'), 'utf8'),
    ) as { readonly jobs: { readonly verify: { readonly steps: readonly Step[] } } };
    const { steps } = workflow.jobs.verify;
    const published = publicFolder();
    const port = await freePort();
    const env = { URL: `http://127.0.0.1:${port}` };
    await perform(stage, stepWith(steps, ' build '), env);
    cpSync(join(cwd, 'dist'), published, { recursive: true });
    running = await plainFiles.start({ folder: cwd, out: published, operated: '' }, port);
    writeData(join(cwd, 'data'), directory(31));
    await perform(stage, stepWith(steps, ' build '), env);
    // The third time that it waits, the CDN has the new one.
    const log = join(stage.served, 'log');
    stage.replace(
      'sleep',
      `echo "$1" >> '${log}'; [ "$1" != 40 ] || cp -r dist/. '${published}'; exit 0`,
    );
    const { stdout } = await perform(stage, stepWith(steps, ' verify '), env);
    expect(readFileSync(log, 'utf8')).toBe('10\n20\n40\n');
    expect(stdout.match(/^rules: .*$/gm)).toHaveLength(4);

    // What stays wrong fails, with annotations.
    writeData(join(cwd, 'data'), directory(32));
    await perform(stage, stepWith(steps, ' build '), env);
    stage.replace('sleep', 'exit 0');
    const ended = await stage.run(stepWith(steps, ' verify '), env);
    expect(ended.status).toBe(1);
    expect(ended.stdout).toMatch(/^::error.*same-bytes/m);
  });
});
