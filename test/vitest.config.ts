// Test files that one process runs share its modules, which are loaded and compiled once instead of anew for each
// of a hundred files. Those that put something in the place of a module, and the live ones, have a process each.
// All work in memory, where there is room for it.
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { memory } from './support/memory.js';

/** Test files that put something in the place of a module. */
export const mocking = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('vi.mock('));
const live = ['test/live/**/*.test.ts'];
export const env = memory === undefined ? {} : { TMPDIR: memory };
const common = { setupFiles: ['test/support/each-file.ts'], env, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    maxConcurrency: 3,
    projects: [
      {
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...live, ...mocking],
          isolate: false,
          ...common,
        },
      },
      { test: { name: 'alone', include: mocking, exclude: live, ...common } },
      { test: { name: 'live', include: live, ...common } },
    ],
  },
});
