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
  last?: { readonly mutant: string | undefined; readonly isStatic: boolean };
}

const here = globalThis as unknown as Process;
if (inject('mode') === 'mutant') {
  const mutant = inject('activeMutant');
  const isStatic = inject('mutantActivation') === 'static';
  here.__stryker__ ??= {};
  here.__stryker__.activeMutant = isStatic ? mutant : undefined;
  if (here.last?.mutant !== mutant) {
    // What helpers of tests remember was made by the code of the last mutant; so was the code itself if one counts while it is loaded.
    const isStale =
      isStatic || here.last?.isStatic ? /\/(?:src|test(?!\/mutation))\// : /\/test(?!\/mutation)\//;
    const { evaluatedModules } = here.__vitest_worker__;
    for (const [id, module] of evaluatedModules.idToModuleMap) {
      if (isStale.test(id)) evaluatedModules.invalidateModule(module);
    }
    here.last = { mutant, isStatic };
  }
}
