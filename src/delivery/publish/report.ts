// The report of a publication: as data, as text for people, and as JSON for programs.
import { sizeInWords } from '../../problems/text/size.js';
import { visible, visibleJson } from '../../problems/text/visible.js';
import { listNames } from './comparison.js';

export interface PublishReport {
  /** Whether everything was done that was asked for. */
  readonly ok: boolean;
  readonly target: string;
  /** Whether nothing was changed. The report then says what would have been done. */
  readonly dryRun: boolean;
  /** The id of the snapshot that is live now (or would be); null if there is none or it is not known. */
  readonly snapshot: string | null;
  /** The id of the snapshot that was live before. */
  readonly before: string | null;
  readonly files: {
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    readonly total: number;
  };
  /** The names of the files that were removed, or would be. */
  readonly removed: readonly string[];
  /** The names of files that `publish` did not write, and leaves there. Known only if the bucket was listed. */
  readonly foreign: readonly string[];
  /** The snapshots that can be made live again, newest first. */
  readonly history: readonly { readonly id: string; readonly at: string | null }[];
  readonly requests: number;
  /** The bytes that were sent in bodies of requests. */
  readonly sent: number;
  readonly ms: number;
  /** Why the publication, or the purge after it, failed; otherwise null. */
  readonly problem: string | null;
  readonly warnings: readonly string[];
}

/** Returns the report as one JSON object. */
export const json = (report: PublishReport): string => `${visibleJson(report)}\n`;

const SHORT = 12;

/** Returns the report as text for people. */
export function pretty(report: PublishReport): string {
  const { files, snapshot, before, dryRun, history } = report;
  const id = (text: string | null) => (text === null ? 'nothing' : text.slice(0, SHORT));
  const verb = dryRun ? 'would be ' : '';
  const lines = report.warnings.map((warning) => `warning: ${visible(warning)}`);
  if (report.problem !== null) lines.push(`not done: ${visible(report.problem)}`);
  if (snapshot !== null) {
    const was = before === snapshot ? 'as before' : `before: ${id(before)}`;
    const is = dryRun ? 'would be live' : 'is live';
    lines.push(
      `${id(snapshot)} ${is} at ${visible(report.target)} (${was})`,
      `${files.total} files: ${verb}${files.added} added, ${files.changed} changed, ${files.removed} removed`,
    );
  }
  if (report.removed.length > 0) {
    lines.push(`${verb}removed: ${visible(listNames(report.removed))}`);
  }
  if (history.length > 0) {
    lines.push(`can be brought back: ${history.map((one) => id(one.id)).join(' ')}`);
  }
  lines.push(
    `${report.requests} requests, ${sizeInWords(report.sent, 'en')} sent, ${(report.ms / 1000).toFixed(1)} s`,
  );
  return `${lines.join('\n')}\n`;
}
