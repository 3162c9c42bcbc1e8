// Runs with each test file, and before it (vitest.config.ts): nothing of one mutant stays for the next one.
import fc from 'fast-check';
import { inject } from 'vitest';

// Random tests look at the same inputs each time, and not for the smallest one that fails, which takes long.
fc.configureGlobal({ seed: 20_261_125, endOnFailure: true });

interface Module {
  readonly id: string;
}
interface Process {
  __stryker__?: { activeMutant?: string | undefined };
  __vitest_worker__: {
    readonly evaluatedModules: {
      readonly idToModuleMap: ReadonlyMap<string, Module>;
      invalidateModule(module: Module): void;
    };
  };
  lastMutant?: unknown;
}

const here = globalThis as unknown as Process;
if (inject('mutantActivation') === 'runtime') {
  here.__stryker__!.activeMutant = undefined;
  const mutant = inject('activeMutant');
  if (here.lastMutant !== mutant) {
    const { evaluatedModules } = here.__vitest_worker__;
    // What helpers of tests remember was made by the code of the last one.
    for (const [id, module] of evaluatedModules.idToModuleMap) {
      if (/\/test\/(?!mutation\/)/.test(id)) evaluatedModules.invalidateModule(module);
    }
    here.lastMutant = mutant;
  }
}
