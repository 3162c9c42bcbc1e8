// How a snapshot is made: load (find → compile → link → check) → withhold → order → cut → write.
// Each step is a module of engine/; what is published, and in which shape, is in portal/.
import { relative, sep } from 'node:path';
import { isPageFile, pageFile, pageLink } from './engine/address.js';
import { Assembler } from './engine/assemble.js';
import { Derivation } from './engine/derive.js';
import { load } from './engine/load.js';
import { Output } from './engine/output.js';
import { cutPages, orderRows } from './engine/pages.js';
import { makePlan } from './engine/plan.js';
import { type Withholding, withhold } from './engine/withhold.js';
import { portal } from './portal/index.js';
import { word } from './problems/messages.js';
import type { Problem } from './problems/problem.js';
import { type Options, type ResolvedSettings, resolveSettings } from './settings.js';

/** What a build or a check did (contract §4.1). */
export interface Summary {
  /** Records read, by collection. */
  readonly records: Readonly<Record<string, number>>;
  /** Records withheld, by collection. */
  readonly withheld: Readonly<Record<string, number>>;
  readonly files: {
    readonly written: number;
    readonly unchanged: number;
    readonly removed: number;
    readonly total: number;
  };
  /** Of all files of the snapshot. */
  readonly bytes: number;
  /** The same exactly when every byte of the snapshot is; null when none was made. */
  readonly snapshot: string | null;
}

export interface Report {
  /** Whether there is no error. */
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  readonly summary: Summary;
  /** Why records are withheld. */
  readonly reasons: readonly Withholding[];
}

/**
 * Checks the data and, if there is no error, brings the snapshot's folder to its new state.
 * Throws a {@link UsageError} for a wrong setting, a missing folder, or a folder in use.
 */
export async function build(options: Options = {}): Promise<Report> {
  const settings = resolveSettings(options, portal);
  const checked = await examine(settings);
  if (!checked.ok) return checked;
  const { derivation, reasons } = checked;
  const isOurs = ownFiles();
  const output = new Output(settings.out, isOurs);
  try {
    writeSnapshot(settings, derivation, output);
    const foreign = output.foreign().map((name) => foreignFile(settings, name));
    const { files, bytes, snapshot } = output.publish();
    return {
      ok: true,
      problems: [...checked.problems, ...foreign],
      summary: { ...checked.summary, files, bytes, snapshot },
      reasons,
    };
  } finally {
    output.close();
  }
}

/** The same checks as {@link build}; writes nothing. */
export async function check(options: Options = {}): Promise<Report> {
  const { ok, problems, summary, reasons } = await examine(resolveSettings(options, portal));
  return { ok, problems, summary, reasons };
}

/** Loads the data and decides what of it is published. */
async function examine(settings: ResolvedSettings): Promise<Report & { derivation: Derivation }> {
  const { derivation, problems } = await load(makePlan(portal), {
    ...settings,
    withholdPersonal: settings.personal === 'withhold',
  });
  const ok = problems.every(({ severity }) => severity !== 'error');
  const { tables } = derivation;
  const { rows, counts } =
    ok && settings.audience === 'public' ? withhold(tables) : { rows: undefined, counts: [] };
  const withheld = Object.fromEntries(portal.collections.map(({ name }) => [name, 0]));
  for (const { collection, records } of counts) withheld[collection]! += records;
  return {
    ok,
    problems,
    reasons: counts,
    summary: {
      records: Object.fromEntries([...tables].map(([name, table]) => [name, table.rows])),
      withheld,
      files: { written: 0, unchanged: 0, removed: 0, total: 0 },
      bytes: 0,
      snapshot: null,
    },
    derivation: rows ? new Derivation(tables, rows) : derivation,
  };
}

function writeSnapshot(settings: ResolvedSettings, derivation: Derivation, output: Output): void {
  const { tables, withheld } = derivation;
  const assembler = new Assembler(derivation);
  const text = (name: string, value: unknown) =>
    output.file(name, true, (target) => target.write(Buffer.from(JSON.stringify(value))));
  for (const endpoint of portal.endpoints) {
    const { collection, shape = '', order = [] } = endpoint.records ?? {};
    const table = collection === undefined ? undefined : tables.get(collection);
    const rows = table ? orderRows(table, order, derivation, withheld) : new Uint32Array();
    for (const page of cutPages(endpoint, rows, settings)) {
      output.file(page.file, page.isHead, (target) => {
        assembler.writePage(page, table, shape, target);
      });
    }
  }
  const index = portal.index.map(({ key, address }) => [key, pageLink(settings, address)]);
  text(pageFile(''), Object.fromEntries(index));
  text('404.json', portal.notFound);
}

/** Tells of a file in the snapshot's folder whether only snapshots write there. */
function ownFiles(): (file: string) => boolean {
  const endpoints = new Set(portal.endpoints.map(({ name }) => name));
  return (file) => isPageFile(endpoints, file);
}

function foreignFile(settings: ResolvedSettings, name: string): Problem {
  const folder = relative(settings.cwd, settings.out).split(sep).join('/');
  const { message, hint } = word('foreign-file', undefined as never);
  const file = folder === '' ? name : `${folder}/${name}`;
  return {
    code: 'foreign-file',
    severity: 'warning',
    file,
    line: 1,
    column: 1,
    path: '',
    message,
    ...(hint !== undefined && { hint }),
  };
}
