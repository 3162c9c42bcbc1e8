// Test files that one process runs share its modules, which are loaded and compiled once instead of anew for each
// of a hundred files. The live ones have a process each.
// All work in memory, where there is room for it.
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { memory } from './support/memory.js';
import { PATIENCE } from './support/runs.js';

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }));
const named = (pattern: RegExp) =>
  files.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
const mocking = named(/vi\.mock\(/);
if (mocking.length > 0)
  throw new Error(
    `vi.mock would count for other files, too: ${mocking}. Use vi.spyOn, or replaceInFs of support/`,
  );
/** Those that start git or other programs, which takes a large process many times as long as a small one. */
const starting = named(/node:child_process|\/(?:repository|command|clone)\.js'/);
const live = ['test/live/**/*.test.ts', 'test/night/**/*.test.ts'];
export const env = memory === undefined ? {} : { TMPDIR: memory };
/** Vitest begins with the largest files: these are small and take a minute, so that other processes would wait for them at the end. */
const LONG = /\/test\/(?:live\/life\/life|night\/import\/bounded|night\/nodes)\.test\.ts$/;
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
const common = {
  // Young objects are collected three times less often, which takes a twelfth of the processor's time from the suite.
  execArgv: ['--max-semi-space-size=64'],
  setupFiles: ['test/support/each-file.ts'],
  unstubGlobals: true,
  env,
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
  expect: { poll: { timeout: PATIENCE / 5 } },
};

export default defineConfig({
  test: {
    maxConcurrency: 3,
    // Keeps transformed modules in node_modules, by their content. That saves half of what a run takes without its tests.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...live, ...starting],
          isolate: false,
          ...common,
        },
      },
      {
        test: {
          name: 'starting',
          include: starting,
          exclude: live,
          isolate: false,
          ...common,
        },
      },
      { test: { name: 'live', include: live, ...common } },
    ],
  },
});
