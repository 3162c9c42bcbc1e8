// Test files that one process runs share its modules, which are loaded and compiled once instead of anew for each
// of a hundred files. Those that put something in the place of a module, and the live ones, have a process each.
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const mocking = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('vi.mock('));
const alone = ['test/live/**/*.test.ts', ...mocking];
const setupFiles = ['test/support/each-file.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: alone,
          isolate: false,
          setupFiles,
        },
      },
      { test: { name: 'alone', include: alone, setupFiles } },
    ],
  },
});
