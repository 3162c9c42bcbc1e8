// What someone sees who waits for a build at a terminal.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProgressLine } from '../../src/problems/text/progress.js';
import { temporaryFolder } from '../support/folders.js';
import { directory, writeData } from '../support/portal.js';
import { runIn } from '../support/run.js';

describe('the line on a terminal', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const waitFor = (ms: number) => vi.advanceTimersByTime(ms);

  it('shows nothing of work that takes less than a second', () => {
    const drawn: string[] = [];
    const line = new ProgressLine({ write: (text) => drawn.push(text) });
    line.follow('compiling', 0, 100);
    waitFor(900);
    line.follow('writing', 50, 100);
    expect(line.end()).toEqual(['compiling: 0.90 s', 'writing: 0.00 s', 'in all: 0.90 s']);
    expect(drawn).toEqual([]);
  });

  it('shows the phase, the count and the time left, and goes when the work is done', () => {
    const drawn: string[] = [];
    const line = new ProgressLine({ write: (text) => drawn.push(text) });
    line.follow('writing', 0, 400);
    waitFor(2000);
    line.follow('writing', 100, 400);
    line.follow('writing', 101, 400); // too soon to be drawn again
    waitFor(200);
    line.follow('writing', 200, 400);
    line.end();
    expect(drawn).toEqual([
      '\r\x1b[Kwriting 25 % (100 of 400), 6 s left',
      '\r\x1b[Kwriting 50 % (200 of 400), 3 s left',
      '\r\x1b[K',
    ]);
  });

  it('speaks Russian to those who do', () => {
    const drawn: string[] = [];
    const line = new ProgressLine({ write: (text) => drawn.push(text) }, 'ru');
    line.follow('writing', 0, 400);
    waitFor(2000);
    line.follow('writing', 100, 400);
    expect(line.end()).toEqual(['запись страниц: 2,00 с', 'всего: 2,00 с']);
    expect(drawn[0]).toBe('\r\x1b[Kзапись страниц 25 % (100 из 400), ещё 6 с');
  });

  it('is a line every ten seconds in a log', () => {
    const written: string[] = [];
    const line = new ProgressLine({ write: (text) => written.push(text) }, 'en', true);
    for (let done = 0; done <= 250; done++) {
      line.follow('sending', done, 250);
      waitFor(100);
    }
    line.end();
    expect(written).toEqual([
      'sending 40 % (100 of 250), 15 s left\n',
      'sending 80 % (200 of 250), 5 s left\n',
    ]);
  });

  it('draws nothing without a terminal', () => {
    const line = new ProgressLine(undefined);
    line.follow('writing', 0, 400);
    waitFor(5000);
    line.follow('writing', 100, 400);
    expect(line.end()).toEqual(['writing: 5.00 s', 'in all: 5.00 s']);
  });
});

describe('the command, in a pipe', () => {
  it('says nothing on standard error but what is asked for', async () => {
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), directory(3));
    const args = ['build', '--no-cache'];
    const quiet = await runIn(cwd, ...args);
    expect([quiet.status, quiet.stderr]).toEqual([0, '']);
    const { stderr } = await runIn(cwd, ...args, '--verbose');
    expect(stderr.replace(/\d+\.\d\d/g, 'N')).toBe(
      'reading: N s\ncompiling: N s\nlinking: N s\nwriting: N s\nin all: N s\n',
    );
  });
});
