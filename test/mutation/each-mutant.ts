// Runs with each test file, and before it (vitest.config.ts): nothing of one mutant stays for the next one.
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, inject } from 'vitest';

// Random tests look at the same inputs each time, and not for the smallest one that fails, which takes long.
fc.configureGlobal({ seed: 20_261_125, endOnFailure: true });

interface Module {
  readonly id: string;
  /** The ids of modules that import it. */
  readonly importers: ReadonlySet<string>;
}
interface Process {
  __stryker__?: { activeMutant?: string | undefined; hitCount?: number };
  __vitest_worker__: {
    readonly evaluatedModules: {
      readonly idToModuleMap: ReadonlyMap<string, Module>;
      invalidateModule(module: Module): void;
    };
  };
  last?: { readonly mutant: string | undefined; readonly isStatic: boolean };
  /** The last mutant of which a test failed. */
  noticed?: string | undefined;
}

const TESTS = /\/test(?!\/mutation)\//;
/** The files that are changed in this run. */
const CHANGED = new RegExp(`/(?:${process.env['MUTATION_FILES']})$`);

const here = globalThis as unknown as Process;
if (inject('mode') === 'mutant') {
  const mutant = inject('activeMutant');
  const isStatic = inject('mutantActivation') === 'static';
  here.__stryker__ ??= {};
  here.__stryker__.activeMutant = isStatic ? mutant : undefined;
  // Or the loops of the last mutant would count as those of this one, while its code is loaded.
  here.__stryker__.hitCount = 0;
  if (here.last?.mutant !== mutant) {
    // What helpers of tests remember was made by the code of the last mutant; so was the code itself if one counts while it is loaded.
    const { evaluatedModules } = here.__vitest_worker__;
    const modules = evaluatedModules.idToModuleMap;
    const begin = isStatic || here.last?.isStatic ? [TESTS, CHANGED] : [TESTS];
    const stale = new Set(
      [...modules.values()].filter(({ id }) => begin.some((is) => is.test(id))),
    );
    for (const { importers } of stale) {
      for (const id of importers) {
        const module = modules.get(id);
        if (module) stale.add(module);
      }
    }
    for (const module of stale) evaluatedModules.invalidateModule(module);
    here.last = { mutant, isStatic };
  }
  // The first failure ends a run, but not that further files are loaded.
  if (here.noticed === mutant) throw new Error('noticed already');
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') here.noticed = mutant;
  });
}
// Loaded here, and not when a test first needs it: it would keep what the mutant of that test made of it.
for (const file of process.env['MUTATION_FILES']?.split('|') ?? [])
  await import(join(import.meta.dirname, '../..', file));
