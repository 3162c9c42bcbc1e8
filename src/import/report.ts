// The report of an import, as data, as text for people, and as JSON for programs. It is in English, because operators
// read it. Only problems in data files are in the language of editors.
import pc from 'picocolors';
import type { RecordCounts } from '../editing/merge/merge.js';
import { commandFor, type StartedWith } from '../problems/commands.js';
import { inWords } from '../problems/in-words.js';
import type { PlacedFinding } from '../problems/placed.js';
import { sizeInWords } from '../problems/text/size.js';
import { inColumns } from '../problems/text/table.js';
import { visible, visibleJson } from '../problems/text/visible.js';
import { problemLines } from '../snapshot/reporters/pretty.js';
import type { ReportView } from '../snapshot/reporters/reporter.js';
import type { FetchProblem } from './fetch/index.js';
import type { MassRemoval } from './merge/index.js';
import type { ImportProof } from './prove/index.js';
import type { FieldCounts, Invention } from './split/index.js';

export interface ImportReport {
  /** Whether the import succeeded, without errors, conflicts and differences. In a dry run, whether it would. */
  readonly ok: boolean;
  readonly origin: string;
  readonly dryRun: boolean;
  /** Whether the import was merged into the data. */
  readonly written: boolean;
  /** Whether the written data has errors, and so cannot be published. In a dry run, whether it would have. */
  readonly draft: boolean;
  /** For each list: the number of its records, and whether no record was in it twice (`whole`). */
  readonly lists: Readonly<Record<string, { readonly records: number; readonly whole: boolean }>>;
  readonly requests: number;
  /** The size of all bodies, as they were sent. */
  readonly bytes: number;
  readonly ms: number;
  /** For each collection: the number of its records, from the portal, from the last import, or invented. */
  readonly records: FieldCounts;
  /** For each collection with changes: how many records were added, changed and removed, or would be in a dry run. */
  readonly brought: Readonly<Record<string, RecordCounts>>;
  /** If nothing was written because too many records would be removed: the collections that would lose them. */
  readonly removals: readonly MassRemoval[];
  /** The number of conflicts between changes of the portal and of editors. */
  readonly conflicts: number;
  /** What was invented, because data files need it and the portal does not show it. */
  readonly invented: readonly Invention[];
  /** If nothing was written because something would have to be invented: what. Otherwise empty. */
  readonly unrecoverable: readonly Invention[];
  /** The number of records that the portal showed in several versions. */
  readonly versions: number;
  /** By `collection.field`: how many values of computed fields were written. */
  readonly given: FieldCounts;
  /** By `collection.field`: how many new records have no known value, so that they get the default. */
  readonly unknown: FieldCounts;
  /**
   * How many records of a trial build were compared with the fetched ones, and the differences; null if nothing was
   * built.
   */
  readonly proof: Pick<ImportProof, 'records' | 'differing' | 'differences'> | null;
  /** Problems with the answers of the portal. */
  readonly atOrigin: readonly FetchProblem[];
  /** Conflicts, warnings about records with several versions, and errors in the data. */
  readonly problems: readonly PlacedFinding[];
}

/** Returns the report as one JSON object. */
export function json(
  { ok, problems, ...summary }: ImportReport,
  { lang = 'en', startedWith = {} }: ReportView,
): string {
  const inLanguage = problems.map((found) => inWords(found, lang, startedWith));
  return `${visibleJson({ ok, problems: inLanguage, summary })}\n`;
}

/** The most lines in a part of the report, such as that about invented records. */
const MOST = 20;

/** Returns the report as text for people. */
export function pretty(report: ImportReport, view: ReportView): string {
  const { atOrigin, unrecoverable, invented, given, unknown, proof, problems, removals } = report;
  const paint = pc.createColors(view.color ?? false);
  const lines = [
    ...atMost(atOrigin, ({ severity, url, record, message }) => {
      const kind = severity === 'error' ? paint.red(severity) : paint.yellow(severity);
      const of = record === undefined ? '' : ` record ${record}`;
      return `${kind} at ${visible(url)}${visible(of)}: ${visible(message)}`;
    }),
    ...(problems.every(({ code }) => code === 'import-conflict')
      ? problemLines(problems, view)
      : faultLines(report, view)),
    ...section('the origin does not tell:', unrecoverable.map(inventionLine)),
    ...section('invented, since the origin does not tell:', invented.map(inventionLine)),
    ...section(
      'kept as the origin says, where the data says otherwise:',
      Object.entries(given).map(([field, count]) => `${field} of ${count}`),
    ),
    ...section(
      'shown by nothing that was fetched, so that the default stands:',
      Object.entries(unknown).map(([field, count]) => `${field} of ${count}`),
    ),
    ...section(
      `not as the origin publishes them, ${proof?.differing} in all:`,
      (proof?.differences ?? []).map(({ list, id, what }) => `${list} ${id}: ${what}`),
    ),
    ...section(
      'gone from the origin, so many that something may be wrong with it:',
      removals.map(({ collection, removed, of }) => `${removed} of ${of} ${collection}`),
    ),
    ...summaryLines(report, view.startedWith ?? {}),
  ];
  return `${lines.join('\n')}\n`;
}

const inventionLine = ({ collection, id, field, reason }: Invention) =>
  `${collection} ${id}${field === undefined ? '' : `, ${field}`}: ${reason}`;

/**
 * Shows problems of files that were not written. They are shown without the text of the line, which is in no file.
 */
function faultLines(
  { problems, proof }: ImportReport,
  { lang = 'en', startedWith = {} }: ReportView,
): string[] {
  const lines = problems.map((found) => {
    const { file, line, column, path, message, code } = inWords(found, lang, startedWith);
    return `${file}:${line}:${column} ${path} ${message} (${code})`;
  });
  const what =
    proof === null
      ? 'what the origin says cannot be published'
      : 'with what the origin says the data would have errors';
  return section(`${what}, ${problems.length} in all:`, lines);
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...atMost(lines, (line) => `  ${visible(line)}`)];
}

function atMost<T>(some: readonly T[], line: (one: T) => string): string[] {
  const lines = some.slice(0, MOST).map(line);
  if (some.length > MOST) lines.push(`  … and ${some.length - MOST} more (--reporter json)`);
  return lines;
}

function summaryLines(report: ImportReport, startedWith: StartedWith): string[] {
  const { lists, dryRun, written, brought, conflicts, versions, proof } = report;
  const rows = Object.entries(lists).map(([name, { records, whole }]) => {
    return [`  ${visible(name)}`, String(records), whole ? '' : 'not whole'];
  });
  const seconds = (report.ms / 1000).toFixed(1);
  const lines = inColumns(rows, [1]).map((cells) => cells.join('  ').trimEnd());
  lines.push(`${report.requests} requests, ${sizeInWords(report.bytes, 'en')}, ${seconds} s`);
  if (proof?.differing === 0)
    lines.push(`${proof.records} records are published as the origin does`);
  if (written || dryRun) {
    const sum = (of: keyof RecordCounts) =>
      Object.values(brought).reduce((all, counts) => all + counts[of], 0);
    const verb = dryRun ? 'would be ' : '';
    const counts = `${sum('added')} added, ${sum('changed')} changed, ${sum('removed')} removed`;
    lines.push(`records: ${verb}${counts}`);
  }
  if (versions > 0) lines.push(`${versions} changed while they were read; the last versions count`);
  if (conflicts > 0) {
    lines.push(`${conflicts} conflict${conflicts === 1 ? '' : 's'}; there the data stays as it is`);
  }
  if (written && report.draft) {
    lines.push(`it cannot be published yet: ${commandFor(startedWith, 'check')} says why`);
  }
  if (!written && !dryRun) lines.push('nothing was written');
  if (report.unrecoverable.length > 0) {
    lines.push('--stubs invents what the origin does not tell');
  } else if (report.removals.length > 0) lines.push('--allow-removals removes them');
  else if (!report.ok && !written && conflicts === 0 && Object.keys(lists).length > 0) {
    lines.push('--draft writes it all the same, for editors to put right');
    const isStyled = report.problems.some(({ name }) => name === 'unsafe-html/style');
    if (isStyled) {
      const command = commandFor(startedWith, 'fmt', '--strip-styles');
      lines.push(`${command} then removes refused styles`);
    }
  }
  return lines;
}
