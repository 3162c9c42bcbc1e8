// The page `Deploying` of src/hosts/README.md, followed as written: what each host's part says to do in a shell and
// in CI can be done, and leads to the files that are then published.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  byHand,
  hostParts,
  jobsOf,
  readPipeline,
  readWorkflow,
  type Step,
  scriptsOf,
} from '../../deploying/page.js';
import { perform, type Stage, setStage } from './stage.js';

const URL = 'https://portal.example.org';

/** Expects each build and each proof to be for this host, and a snapshot to be there. */
function expectPublished({ cwd, served }: Stage, name: string, commands: readonly string[]) {
  for (const command of ['build', 'verify']) {
    const asked = commands.filter((line) => line.startsWith(`npx portal-snapshot ${command} `));
    expect(asked.length).toBeGreaterThan(0);
    for (const line of asked) expect(`${line} `).toContain(` --host ${name} `);
  }
  const folders = [join(cwd, 'dist'), join(served, 'dist')];
  expect(folders.some((at) => existsSync(join(at, 'api/region/index.json')))).toBe(true);
}

it('begins with a clone', async () => {
  const stage = setStage();
  await perform(stage, byHand.shell.join(''), { REPOSITORY: 'git@example.org:portal.git' });
  expect(stage.commands().map((line) => line.split(' ', 2).join(' '))).toEqual([
    'git clone',
    'npm ci',
    'npx portal-snapshot',
  ]);
});

describe.each(hostParts)('$title', (part) => {
  const { title } = part;

  it('is brought to readers by hand', async () => {
    const stage = setStage();
    await perform(stage, scriptsOf(part).join(''), { URL, USER: 'me' });
    expectPublished(stage, title, stage.commands());
  });

  it.for(jobsOf(part))('is brought to readers by CI (job %#)', async (text) => {
    const stage = setStage();
    const { steps, env } = readWorkflow(text).jobs.deploy;
    for (const step of steps) await performStep(stage, env, step);
    expectPublished(stage, title, stage.commands());
  });
});

/** Runs a step of a job with the variables that it names. */
async function performStep(stage: Stage, env: Step['env'], { run, ...step }: Step) {
  if (run === undefined) return;
  const given = Object.entries({ ...env, ...step.env }).map(([name, value]) => {
    const text = value
      .replace(/\$\{\{ vars\.URL \}\}/, URL)
      .replace(/\$\{\{ runner\.temp \}\}/, stage.served)
      .replace(/\$\{\{ (?:vars|secrets)\.(\w+) \}\}/, 'x-$1');
    return [name, text];
  });
  await perform(stage, run, Object.fromEntries(given));
}

it('gitlab-pages has a pipeline that builds, publishes and verifies', async () => {
  const stage = setStage();
  const pipeline = readPipeline();
  for (const job of ['create-pages', 'verify'] as const) {
    const lines = [...pipeline.default.before_script, ...pipeline[job].script];
    await perform(stage, lines.join('\n'), { CI_PAGES_URL: `${URL}/portal` });
  }
  expectPublished(stage, 'gitlab-pages', stage.commands());
  const { publish } = pipeline['create-pages'].pages;
  expect(existsSync(join(stage.cwd, publish, '_redirects'))).toBe(true);
});
