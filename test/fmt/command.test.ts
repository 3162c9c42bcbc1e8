// The commands as a user of the shell calls them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runIn } from '../support/run.js';
import { workingFolder } from './folder.js';

const experts = `[
  {"id": 2, "full_name": "Петров Пётр", "created_at": "2024-01-02T10:00:00+03:00"},
  {"id": 1.0, "full_name": "Иванов\\u001b Иван", "created_at": "2024-01-01T07:00:00Z"}
]
`;
const canonical = `[
  {"id": 1, "full_name": "Иванов\\u001b Иван", "created_at": "2024-01-01T07:00:00Z"},
  {"id": 2, "full_name": "Петров Пётр", "created_at": "2024-01-02T10:00:00+03:00"}
]
`;

describe('fmt', () => {
  it('with --check lists what it would change; without, changes it; then there is nothing to do; a wrong value stays', async () => {
    const cwd = workingFolder({ 'experts.json': experts, 'districts/a\u001b[31m.json': '[ ]' });
    const changes = `data/districts/a\\u001b[31m.json
data/experts.json

`;
    const asked = await runIn(cwd, 'fmt', '--check');
    expect(asked.stdout).toBe(`${changes}2 files: 2 to be formatted, 0 canonical\n`);
    expect([asked.status, asked.stderr]).toEqual([1, '']);
    expect(readFileSync(join(cwd, 'data/experts.json'), 'utf8')).toBe(experts);

    const done = await runIn(cwd, 'fmt');
    expect(done.stdout).toBe(`${changes}2 files: 2 formatted, 0 unchanged\n`);
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(readFileSync(join(cwd, 'data/experts.json'), 'utf8')).toBe(canonical);

    const again = await runIn(cwd, 'fmt', '--check', 'data/experts.json');
    expect(again).toMatchObject({ status: 0, stdout: '1 file: 0 to be formatted, 1 canonical\n' });
  });

  it('shows what it leaves alone, with the status 1; a file that is none of its own is wrong usage', async () => {
    const cwd = workingFolder({ 'regions/1.json': '{"id": 1,}', 'regions/2.json': '[ ]' });
    const refused = await runIn(cwd, 'fmt', '--data', 'data');
    expect(refused.stdout).toBe(`data/regions/2.json

data/regions/1.json
  1:10  error  not JSON: "}" does not belong here  syntax
    > 1 | {"id": 1,}
        |          ^
    → remove the comma before it: the last element has none

2 files: 1 formatted, 0 unchanged, 1 left alone
`);
    expect(refused.status).toBe(1);
    const wrong = await runIn(cwd, 'fmt', '../etc/passwd');
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
    expect(wrong.stderr).toMatch(/^portal-snapshot: "..\/etc\/passwd" is no data file of /);
  });
});
