// The types of an entry in the table of commands (commands.ts), and of what a command's function gets and returns.
import type { Edit } from '../editing/workspace/put.js';
import type { Portal } from '../model/endpoint.js';
import type { StartedWith } from '../problems/commands.js';
import type { Language } from '../problems/messages/catalogue.js';
import type { FindingsReport } from '../problems/report.js';
import type { Text } from '../problems/say.js';
import type { ProgressLine } from '../problems/text/progress.js';
import type { ReportView } from '../snapshot/reporters/reporter.js';
import type { Parse, SettingName } from '../snapshot/settings/table.js';
import type { BuildOptions, ResolvedSettings } from '../snapshot/settings/types.js';

/** Texts of the help. A string is in English, for operators. A {@link Text} also exists in Russian, for editors. */
export type Words = string | Text;

/** An argument or a flag of a command. */
export interface Input {
  readonly about: Words;
  /** Turns the text of the user into the value. Without `parse`, the text is the value. */
  readonly parse?: Parse;
  readonly choices?: readonly string[];
  /**
   * Of a flag that may have no value (`--rollback [id]`) or several (`--only <rules...>`): the form of a value. Another
   * word after the flag is an argument if one is missing.
   */
  readonly form?: RegExp;
  readonly standard?: string | number;
  readonly isRequired?: true;
  /** Set if the help does not show the flag. */
  readonly isHidden?: boolean;
  /** The name under which the command gets the value. Without `name`, it is that of the flag: `dryRun` for `--dry-run`. */
  readonly name?: string;
  /** The name of a flag that must not be given together with this one. */
  readonly conflicts?: string;
}

/** Arguments (`<id>`) and flags (`--to <id>`), in the order of the help, each with its text or an {@link Input}. */
export type Inputs = Readonly<Record<string, Words | Input>>;

export interface CommandEntry {
  readonly about: Words;
  readonly takes?: Inputs;
  /** The settings that the command accepts as flags. */
  readonly settings?: readonly SettingName[];
  /** Those of `settings` that the help does not show. */
  readonly hidden?: readonly SettingName[];
  /**
   * Set if the command has a subcommand for each collection, with flags for the fields: for a new record, or for a
   * change.
   */
  readonly fields?: 'new' | 'change';
  /** Set if a signal such as Ctrl-C does not end the command at once, but aborts {@link Frame.signal}. */
  readonly isStoppable?: true;
  /** Loads the function of the command. */
  readonly load: () => Promise<Run<never>>;
}

/** The function of a command. `given`: its arguments and flags by name, such as `dryRun` for `--dry-run`. */
export type Run<Given> = (given: Given, frame: Frame) => Promise<Result>;

/** What each command gets in addition to its own arguments and flags. */
export interface Frame {
  readonly portal: Portal;
  readonly lang: Language;
  /** The value of `--reporter`; by default `pretty`. Only `diff` accepts `markdown`. */
  readonly reporter: 'pretty' | 'json' | 'github' | 'markdown';
  /** How reports are shown on standard output. */
  readonly view: ReportView & { readonly lang: Language; readonly startedWith: StartedWith };
  /** The settings that were given as flags, and the functions to call with progress and warnings. */
  readonly options: BuildOptions;
  readonly resolve: () => ResolvedSettings;
  readonly onProgress: ProgressLine['follow'];
  /** Prints a warning on standard error when the command has ended. The same warning is printed only once. */
  readonly warn: (warning: Text) => void;
  /** Aborted by a signal such as Ctrl-C, if the command is stoppable. */
  readonly signal: AbortSignal;
}

export interface Result {
  /** If false, the exit status is 1: because the data has errors, for example. */
  readonly ok: boolean;
  /** The text for standard output, or its lines. */
  readonly output: string | readonly string[];
  /**
   * The problems that a change of the data causes, for standard error. `edits` is the change, also if it was refused.
   */
  readonly problems?: { readonly report: FindingsReport; readonly edits?: readonly Edit[] };
  /** Whether to print how to undo the change. It is printed only if `ok`, and not with `--dry-run`. */
  readonly isUndoable?: boolean;
}
