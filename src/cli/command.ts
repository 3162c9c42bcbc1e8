// The type of an entry in the table of commands (commands.ts), and of what the function of a command gets and returns.
import type { Edit } from '../editing/workspace/put.js';
import type { Portal } from '../model/endpoint.js';
import type { Language } from '../problems/messages/catalogue.js';
import type { FindingsReport } from '../problems/report.js';
import { say, type Text } from '../problems/say.js';
import type { ProgressLine } from '../problems/text/progress.js';
import type { ReportView } from '../snapshot/reporters/reporter.js';
import type { Parse } from '../snapshot/settings/row.js';
import type { SettingName } from '../snapshot/settings/table.js';
import type { BuildOptions, ResolvedSettings } from '../snapshot/settings/types.js';

/** Words of the help. A string is English, for operators; a {@link Text} exists in both languages, for editors. */
export type Words = string | Text;

export const inLanguage = (words: Words, lang: Language): string =>
  typeof words === 'string' ? words : say(words, lang);

/** An argument or a flag. */
export interface Input {
  readonly about: Words;
  /** How the text becomes the value; if absent, the text is the value. */
  readonly parse?: Parse;
  readonly choices?: readonly string[];
  readonly standard?: string | number;
  readonly isRequired?: true;
  /** The name of a flag that must not be given together with this one. */
  readonly conflicts?: string;
}

/** Arguments (`<id>`) and flags (`--to <id>`) in the order of the help, with their words or more. */
export type Inputs = Readonly<Record<string, Words | Input>>;

export interface CommandEntry {
  readonly group: 'edit' | 'publish' | 'setup';
  readonly about: Words;
  readonly takes?: Inputs;
  /** Settings that it accepts as flags, in addition to those whose `takenBy` names the command. */
  readonly settings?: readonly SettingName[];
  /**
   * It has a subcommand for each collection, with a flag for each field: of a new record, or of the record to change.
   */
  readonly fields?: 'new' | 'change';
  /** A signal does not end the command at once, but aborts {@link Frame.signal}. */
  readonly isStoppable?: true;
  /** Loads the function of the command. It gets the arguments and flags that `takes` declares. */
  readonly load: () => Promise<Run<never>>;
}

/** The function of a command. `given`: its arguments and flags by name, such as `dryRun` for `--dry-run`. */
export type Run<Given> = (given: Given, frame: Frame) => Promise<Result>;

/** What every command gets in addition to its own arguments and flags. */
export interface Frame {
  readonly portal: Portal;
  readonly lang: Language;
  readonly reporter: Reporter;
  /** How reports are shown on standard output. */
  readonly view: ReportView & { readonly lang: Language };
  /** The settings that are given as flags, and the functions that are called with progress and warnings. */
  readonly options: BuildOptions;
  readonly resolve: () => ResolvedSettings;
  readonly onProgress: ProgressLine['follow'];
  /** Prints a warning on standard error when the work is done. The same warning is only printed once. */
  readonly warn: (warning: Text) => void;
  /** Aborted by a signal, if the command is stoppable. */
  readonly signal: AbortSignal;
}

export type Reporter = 'pretty' | 'json' | 'github' | 'markdown';

export interface Result {
  /** False if the data, or what was verified, has errors. Then the exit status is 1. */
  readonly ok: boolean;
  /** The lines for standard output, or a function for each reporter. */
  readonly output: readonly string[] | { readonly [R in Reporter]?: () => string };
  /**
   * The problems that a change of the data causes, for standard error. `edits`: the change, even if it was not written.
   */
  readonly problems?: { readonly report: FindingsReport; readonly edits?: readonly Edit[] };
  /** Whether `undo` can take back what was written. */
  readonly isUndoable?: boolean;
}
