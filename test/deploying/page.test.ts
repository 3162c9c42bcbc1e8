// The page `Deploying` of src/hosts/README.md: each host has its part, and its jobs of CI are what they should be.
// Below test/live its lines run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { hosts } from '../../src/hosts/index.js';
import { projectFolder } from '../support/folders.js';
import { hostParts, jobsOf, page, readWorkflow, workflowText } from './page.js';

const fileOf = (path: string) => readFileSync(join(projectFolder, path), 'utf8');

it('has a part for each host, and leads to it', () => {
  const names = hosts.map(({ name }) => name).sort();
  expect(hostParts.map(({ title }) => title).sort()).toEqual(names);
  for (const name of names) expect(page).toContain(`[${name}](#${name})`);
});

it('names a version of each program, and the one with which tests run', () => {
  const tools = fileOf('.ci/tools');
  for (const [, tool, version] of page.matchAll(/npx (wrangler|vercel)(\S*)/g)) {
    expect(tools.split(/[\s()]+/)).toContain(`${tool}${version}`);
  }
  expect(page).not.toMatch(/npx (?!portal-snapshot )(?!\S+@\d+\.\d+\.\d+ )/);
});

it('runs the actions of publish.yml, and keeps the same cache', () => {
  const own = fileOf('.github/workflows/publish.yml');
  const lines = workflowText.split('\n').filter((line) => /uses:|key|node-version/.test(line));
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) expect(own).toContain(line);
});

describe.each(hostParts)('$title', (part) => {
  const jobs = jobsOf(part);

  it('has its jobs', () => {
    // publish.yml, and .gitlab-ci.yml; Pages and Workers.
    const others = { 'github-pages': 0, 'gitlab-pages': 0, cloudflare: 2 };
    expect(jobs).toHaveLength(new Map(Object.entries(others)).get(part.title) ?? 1);
  });

  it.for([...part.yaml, ...part.group.yaml, ...jobs])('has YAML that reads (%#)', (text) => {
    const { errors, warnings } = parseDocument(text);
    expect([...errors, ...warnings]).toEqual([]);
  });

  it.for(jobs)('can do no more than it must, and says what it wants (job %#)', (text) => {
    const { permissions, jobs } = readWorkflow(text);
    const { steps } = jobs.deploy;
    const isLent = steps.some(({ uses }) => uses?.startsWith('aws-actions/'));
    expect(permissions).toEqual({ contents: 'read', ...(isLent && { 'id-token': 'write' }) });
    for (const [line] of text.matchAll(/.*uses:.*/g)) {
      expect(line).toMatch(/uses: [a-z-]+\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
    for (const { run } of steps) expect(run ?? '').not.toContain('${{');
    for (const [, name] of text.matchAll(/\b(?:vars|secrets)\.(\w+)/g)) {
      const told = name === 'URL' ? page : part.words + part.group.words;
      expect(told).toContain(`\`${name}\``);
    }
  });
});
