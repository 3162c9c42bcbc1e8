// What each language says of failures: whatever English does (en-refusals.ts).
import type { en } from './en-refusals.js';

type EnglishRefusals = typeof en.refusals;
export type RefusalName = keyof EnglishRefusals;

/** The arguments of each refusal, by its name. */
export type Refusals = { readonly [N in RefusalName]: Parameters<EnglishRefusals[N]>[0] };

/** A refusal as data. */
export interface Refusal<N extends RefusalName = RefusalName> {
  readonly name: N;
  readonly args: Refusals[N];
}

/** The words of one language for whatever ends a command. */
export interface FailureWords {
  readonly refusals: { readonly [N in RefusalName]: (args: Refusals[N]) => string };
  /** Of errors of the system, by their codes; a path is printed after them. */
  readonly system: Readonly<Record<keyof typeof en.system, string>> &
    Readonly<Record<string, string>>;
}
