// An import that is killed goes on where it was, and asks for nothing again that it has whole.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/folders.js';
import { describeWith } from '../../support/tools.js';
import { communityData } from './community.js';
import { builtFrom, dataIn, mustImport, startImport, WHOLE } from './importing.js';
import { restFramework, startOrigin } from './origin.js';
import { startProxy, type Trick } from './proxy.js';
import { listsOf } from './walk.js';

/** Two are asked for at once, and each may be under way when it is killed. */
const UNDER_WAY = 2;

describeWith([restFramework], 'an import that is killed', () => {
  it('goes on where it was, and leaves nothing behind', { timeout: 120_000 }, async () => {
    const origin = await startOrigin(communityData(), { pageSize: 5 });
    const slow: Trick = async (_asked, pass) => {
      const answer = await pass();
      await sleep(30);
      return answer;
    };
    try {
      const whole = await startProxy(origin.url, slow);
      await mustImport(temporaryFolder(), whole.url, WHOLE);
      const needed = whole.asked.length;
      await whole.stop();

      const cwd = temporaryFolder();
      const proxy = await startProxy(origin.url, slow);
      let kills = 0;
      for (const after of [3, 11, 20, 31]) {
        const { child, ended } = startImport(cwd, proxy.url, WHOLE);
        const begun = proxy.asked.length;
        while (proxy.asked.length < begun + after && child.exitCode === null) await sleep(5);
        child.kill('SIGKILL');
        const { signal } = await ended;
        expect(signal).toBe('SIGKILL');
        kills += 1;
        expect(dataIn(cwd)).toEqual(new Map());
      }
      const before = proxy.asked.length;
      await mustImport(cwd, proxy.url, WHOLE);
      expect(proxy.asked.length - before).toBeLessThan(needed);
      expect(proxy.asked.length).toBeLessThanOrEqual(needed + kills * UNDER_WAY);
      expect(await builtFrom(cwd)).toEqual(await listsOf(origin.url));
      await proxy.stop();
    } finally {
      await origin.stop();
    }
  });
});
