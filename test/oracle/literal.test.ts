// One small portal, and its whole snapshot as literal files that were written by hand.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../src/index.js';
import { readTree } from '../support/tree.js';
import { oracle } from './oracle.js';
import { bytes, descriptions, difference, servedFiles } from './tree.js';
import { readPortal } from './types.js';

const FIXTURE = join(import.meta.dirname, 'fixture');
const expected = readTree(join(FIXTURE, 'expected'));
// Of its posts some have no event, some no comment.
const allow = ['without-companions'] as const;
const settings = { baseUrl: 'https://api.example.org/portal', pageSize: 2, allow };

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'portal-literal-'));
  cpSync(join(FIXTURE, 'data'), join(cwd, 'data'), { recursive: true });
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('the snapshot of a small portal', () => {
  it('is these files, byte by byte', async () => {
    const { ok, problems, summary } = await build({ cwd, ...settings });
    expect(problems).toEqual([]);
    expect(ok).toBe(true);
    expect(difference(servedFiles(join(cwd, 'dist')), expected)).toBe('');
    const besides = descriptions(join(cwd, 'dist'));
    const total = expected.size + besides.size;
    expect(summary.files).toEqual({ written: total, unchanged: 0, removed: 0, total });
    const all = [...expected.values(), ...besides.values()];
    expect(summary.bytes).toBe(all.reduce((sum, body) => sum + body.length, 0));
    expect(summary.withheld).toMatchObject({
      ...{ vacancies: 1, blogs: 1, posts: 2, comments: 2, events: 4 },
    });
  });

  it('is what the oracle says', () => {
    const data = readTree(join(FIXTURE, 'data'));
    expect(difference(bytes(oracle(readPortal(data), settings)), expected)).toBe('');
  });

  it('says nothing of what is withheld', () => {
    const all = Buffer.concat([...expected.values()]).toString();
    expect(all).not.toMatch(/SECRET|1980-02-29|2024-05-0[2-9]/);
  });
});
