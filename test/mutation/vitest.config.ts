// How Stryker runs tests: those that the variable MUTATION_TESTS names, in its order, since the first failure ends a run.
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { env } from '../vitest.config.js';

const chosen = (process.env['MUTATION_TESTS'] ?? '').split(' ').map((path) => `test/${path}`);

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      chosen.findIndex((path) => moduleId.includes(`/${path}`));
    return files.sort((a, b) => place(a) - place(b) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}

export default defineConfig({
  plugins: [
    {
      name: 'in-processes',
      // Stryker asks for threads, in which tests of commands cannot change the working folder.
      configureVitest({ project }) {
        project.config.pool = 'forks';
      },
    },
  ],
  test: {
    include: chosen.flatMap((path) => [`${path}*.test.ts`, `${path}/**/*.test.ts`]),
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: InOrder },
    setupFiles: ['test/mutation/same-values.ts', 'test/support/each-file.ts'],
    env,
  },
});
