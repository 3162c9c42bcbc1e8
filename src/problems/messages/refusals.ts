// The types of the texts for failures: each language must have the entries of the English ones (en-refusals.ts).
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

/** The texts of one language for errors that end a command. */
export interface FailureWords {
  readonly refusals: { readonly [N in RefusalName]: (args: Refusals[N]) => string };
  /** Texts for errors of the system, by their codes; the path is printed after the text. */
  readonly system: Readonly<Record<keyof typeof en.system, string>> &
    Readonly<Record<string, string>>;
}
