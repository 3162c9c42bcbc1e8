// What a publication did, or would do, as values; and in words, for people and for programs.
import { catalogues } from '../../problems/messages.js';
import { sizeInWords } from '../../problems/text/size.js';
import { visible, visibleJson } from '../../problems/text/visible.js';
import type { Proof } from './checks/proof.js';

export interface PublishReport {
  /** Whether the snapshot that was wanted is live. */
  readonly ok: boolean;
  readonly target: string;
  /** Nothing was changed: this is what would be. */
  readonly dryRun: boolean;
  /** The id of what is live now (or would be); null when nothing is, or it is not known. */
  readonly snapshot: string | null;
  /** The id of what was live before. */
  readonly before: string | null;
  readonly files: {
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    /** Files that are no longer part of it, and stay for readers who are walking. */
    readonly waiting: number;
    readonly total: number;
  };
  /** How many of the changed and removed files showed a record that nothing shows any more. */
  readonly withdrawn: number;
  /** What can be brought back, the newest first. */
  readonly history: readonly { readonly id: string; readonly at: string }[];
  /** How many addresses caches were told to forget. */
  readonly purged: number;
  readonly proof: Proof | null;
  /** Whether the snapshot before was brought back. */
  readonly rolledBack: boolean;
  readonly requests: number;
  /** Bytes of bodies. */
  readonly sent: number;
  readonly received: number;
  readonly ms: number;
  /** Why it is not live; null when it is. */
  readonly problem: string | null;
  readonly warnings: readonly string[];
}

/** One JSON object. */
export const json = (report: PublishReport): string => `${visibleJson(report)}\n`;

const SHORT = 12;

/** For people. */
export function pretty(report: PublishReport): string {
  const { files, snapshot, before, dryRun, proof, history } = report;
  const { words } = { words: catalogues.en.report };
  const id = (text: string | null) => (text === null ? 'nothing' : text.slice(0, SHORT));
  const verb = dryRun ? 'would be ' : '';
  const lines = report.warnings.map((warning) => `warning: ${visible(warning)}`);
  if (report.problem !== null) lines.push(`not done: ${visible(report.problem)}`);
  if (snapshot !== null) {
    const was = before === snapshot ? 'as before' : `before: ${id(before)}`;
    const is = dryRun ? 'would be live' : 'is live';
    lines.push(`${id(snapshot)} ${is} at ${visible(report.target)} (${was})`);
  }
  lines.push(
    `${files.total} files: ${verb}${files.added} added, ${files.changed} changed, ${files.removed} removed${files.waiting > 0 ? `, ${files.waiting} waiting to go` : ''}`,
  );
  if (report.withdrawn > 0) {
    lines.push(`${report.withdrawn} of them showed records that nothing shows any more`);
  }
  if (proof) {
    const how = proof.ok ? 'proved' : `failed: ${proof.failed.join(', ')}`;
    lines.push(`proof at ${visible(proof.url)}: ${how}`);
  }
  if (report.rolledBack) lines.push('the snapshot before was brought back');
  if (report.purged > 0) lines.push(`${report.purged} addresses purged`);
  if (history.length > 0) {
    lines.push(`can be brought back: ${history.map((one) => id(one.id)).join(' ')}`);
  }
  lines.push(
    `${report.requests} requests, ${sizeInWords(report.sent, words)} sent, ${(report.ms / 1000).toFixed(1)} s`,
  );
  return `${lines.join('\n')}\n`;
}
