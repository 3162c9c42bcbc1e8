// Reads data files into linked tables, and finds the problems in them, each with its file, line and column.

import { relative, sep } from 'node:path';
import { readFile, readValueAt, withFile } from '../files/source/data-file.js';
import { findDefects, withFractions } from '../files/source/defects.js';
import { type FileFinding, type FoundFiles, nameBelow } from '../files/source/files.js';
import { placeFindings } from '../files/source/places.js';
import { memo } from '../model/memo.js';
import { causeOf } from '../problems/identity.js';
import type { MissingId } from '../problems/messages/catalogue.js';
import { type PlacedFinding, placed, type Strictness, wholeFile } from '../problems/placed.js';
import { type Finding, ruleOf, type Unchecked } from '../problems/problem.js';
import type { OnProgress } from '../problems/report.js';
import type { CompileSettings } from './compile/shard.js';
import type { Shard } from './compile/shards.js';
import { Explainer, type FindingAbout } from './diagnose/explain.js';
import { remediesOf } from './diagnose/missing.js';
import { twinsTeller } from './diagnose/twins.js';
import { findUnread, type Unread, withUnchecked } from './diagnose/unread.js';
import { checkAcross } from './link/check.js';
import { shared, uint32 } from './link/columns.js';
import { Derivation } from './link/derive.js';
import { keyOf, type RowFinding } from './link/row-findings.js';
import { Table } from './link/table.js';
import type { Plan } from './plan.js';
import type { Pool } from './pool/pool.js';
import { type CompiledShard, fragmentsName } from './shard/format.js';
import type { FragmentFile } from './shard/fragments.js';
import { innerValues } from './shard/inner.js';
import { DamagedCache, type Store } from './shard/store.js';

/** The data files that were found, their shards, and the threads that work on them. */
interface OpenedData {
  readonly found: FoundFiles;
  readonly shards: readonly Shard[];
  readonly pool: Pool;
}

export interface LoadSettings extends CompileSettings, Strictness {
  readonly onProgress: OnProgress;
  /** The working folder. This path and `data`, the path of the data folder, are absolute. */
  readonly cwd: string;
  readonly data: string;
  /** Names of rules in `implausible` of a collection. Their warnings are not reported. */
  readonly allow: readonly string[];
}

/** The records in linked tables, and the check that finds what is wrong with them. */
export interface Loaded {
  /** Computes values from all records, also from withheld ones. */
  readonly derivation: Derivation;
  /** Checks all records together. Returns these problems and those of single records, sorted by place. */
  readonly check: () => readonly PlacedFinding[];
}

/** Compiles the shards that are not in the store yet, and links all of them. */
export async function load(
  plan: Plan,
  { found, shards, pool }: OpenedData,
  settings: LoadSettings,
  store: Store,
): Promise<Loaded> {
  const compiled = await compiledShards(plan, shards, settings, store, pool);
  settings.onProgress('linking', 0, 0);
  const tables = tablesOf(plan, shards, compiled, store);
  const derivation = new Derivation(tables);
  const all = [...compiled.values()];
  const findings = findingsOf(all, settings.allow);
  const unread = findUnread(
    found,
    all.flatMap(({ files }) => files),
  );
  return {
    derivation,
    check: () => problemsOf(plan, found, derivation, { findings, unread }, settings),
  };
}

function findingsOf(
  shards: readonly CompiledShard[],
  allow: readonly string[],
): Map<string, FindingAbout[]> {
  const findings = new Map<string, FindingAbout[]>();
  const isWanted = isNotAmong(allow);
  for (const shard of shards) {
    for (const file of shard.files) {
      for (const finding of file.findings) {
        if (!isWanted(finding)) continue;
        const { place } = finding;
        // A finding in a text file is listed under the text file, not under the data file beside it.
        const name = place.kind === 'text' ? place.name : file.name;
        memo(findings, name, () => []).push(finding);
      }
    }
  }
  return findings;
}

/** Returns a filter that is false for the findings of the rules in `allow`. */
function isNotAmong(allow: readonly string[]) {
  const allowed = new Set<string | undefined>(allow);
  return (finding: FindingAbout | RowFinding) => !allowed.has(ruleOf(finding));
}

/** The findings of each file, by its name, and the files and folders whose records could not be read. */
interface Compiled {
  readonly findings: Map<string, FindingAbout[]>;
  readonly unread: Unread;
}

function problemsOf(
  plan: Plan,
  found: FoundFiles,
  derivation: Derivation,
  { findings, unread }: Compiled,
  settings: LoadSettings,
): PlacedFinding[] {
  const { tables } = derivation;
  const folder = relative(settings.cwd, settings.data).split(sep).join('/');
  // A text file is listed with the data file beside it (`file`), to whose record the text belongs.
  const entries = found.files.flatMap((file) =>
    [file, ...(file.texts ?? [])].map(({ name, path }) => ({ name, path, file })),
  );
  const paths = new Map(entries.map(({ name, path }) => [name, path]));
  const files = new Map(entries.map(({ name, file }) => [name, file]));
  const pointers = new Pointers(paths);
  const all = checkAcross(derivation, new Set(unread.values()));
  const across = { ...all, findings: all.findings.filter(isNotAmong(settings.allow)) };
  const collectionOf = (file: string) => plan.byName.get(files.get(file)!.collection)!.declared;
  const { locale } = plan.portal;
  const explainer = new Explainer(paths, folder, across.findings, collectionOf, locale?.encoding);
  const remedies = remediesOf(across, tables, explainer);
  const uncheckedBy = (file: string): Unchecked | undefined => {
    const collection = unread.get(file);
    const hidden = collection === undefined ? undefined : all.unchecked.get(collection);
    return hidden && { collection: collection!, hidden };
  };
  const tellTwins = twinsTeller(files, folder, tables, across, explainer);
  for (const finding of across.findings) {
    const { name, table, row, about, missing } = finding;
    const more =
      name === 'duplicate-id' && about ? { twins: tellTwins(about, { table, row }) } : undefined;
    const args = more ? { ...finding.args, ...more } : finding.args;
    const { file, start } = table.placeOf(row);
    const path = pointers.of(finding, file, start);
    const remedy = missing && remedies.get(keyOf(missing));
    const place = { kind: 'record', start };
    // `name` and `args` belong together, but TypeScript sees them as two independent unions.
    const placed = { name, args, about, path, place, remedy } as FindingAbout;
    memo(findings, file, () => []).push(placed);
  }
  const ofWholeFiles = found.findings.map((finding) =>
    ofFile(finding, uncheckedBy(finding.file), folder, [...tables.keys()], settings),
  );
  const ofRecords = [...findings].flatMap(([name, some]) => {
    const explained = withUnchecked(explainer.ofFile(name, some), uncheckedBy(name));
    const { collection, name: owner } = files.get(name)!;
    const recordAt = (start: number) => {
      const id = tables.get(collection)!.idAt(owner, start);
      return id === undefined ? undefined : { collection, id };
    };
    const [path, file] = [paths.get(name)!, nameBelow(folder, name)];
    return ofFindings(explained, path, file, settings, recordAt, explainer.reader.read);
  });
  return [...ofWholeFiles, ...ofRecords].sort(byPlace);
}

function tablesOf(
  plan: Plan,
  shards: readonly Shard[],
  compiled: ReadonlyMap<Shard, CompiledShard>,
  store: Store,
): Map<string, Table> {
  let files = 0;
  const fileOf = ({ key }: Shard, sums: Uint32Array, kind: number): FragmentFile => {
    const name = fragmentsName(key, kind);
    const toCheck = store.isFresh(name) ? undefined : shared(uint32, sums);
    return { number: files++, path: store.path(name), sums: toCheck };
  };
  return new Map(
    plan.collections.map((collection) => {
      const { name } = collection.declared;
      const own = shards.filter((shard) => shard.collection === name);
      const parts = own.map((shard) => {
        const made = compiled.get(shard)!;
        const fragments = made.fragments.map(({ sums }, kind) => fileOf(shard, sums, kind));
        return { compiled: made, fragments };
      });
      return [name, new Table(collection, parts)] as const;
    }),
  );
}

/** Reads the compiled shards from the store. First compiles the shards that are not in the store. */
export async function compiledShards(
  plan: Plan,
  shards: readonly Shard[],
  settings: CompileSettings & Pick<LoadSettings, 'onProgress'>,
  store: Store,
  pool: Pool,
): Promise<Map<Shard, CompiledShard>> {
  const compiled = new Map<Shard, CompiledShard>();
  const missing: Shard[] = [];
  for (const shard of shards) {
    const kept = store.read(shard.key) as CompiledShard | undefined;
    if (kept) compiled.set(shard, kept);
    else missing.push(shard);
  }
  // The code that compiles is loaded only when a shard has to be compiled.
  if (missing.length === 0) return compiled;
  const { compileAll } = await import('./compile/all.js');
  await compileAll(plan, missing, settings, store, pool);
  for (const shard of missing) {
    const made = store.read(shard.key) as CompiledShard | undefined;
    // The shard was just written. If the store does not have it, another run has probably replaced the file.
    if (!made) throw new DamagedCache(store.path(shard.key));
    made.fragments.forEach((_, kind) => {
      store.trust(fragmentsName(shard.key, kind));
    });
    compiled.set(shard, made);
  }
  return compiled;
}

/** Makes the JSON Pointers of findings. For a reference inside a list or object, the record is read from its file. */
class Pointers {
  #record = ''; // the record that was read last: findings of one record come one after another
  #value: unknown;
  readonly #inside = new Map<number, readonly string[]>();

  constructor(private readonly paths: ReadonlyMap<string, string>) {}

  of({ path, table }: RowFinding, file: string, start: number): string {
    if (typeof path === 'string') return path;
    const record = `${start} ${file}`;
    if (record !== this.#record) {
      this.#record = record;
      const text = withFile(this.paths.get(file)!, (fd) => readValueAt(fd, start));
      this.#value = withFractions(JSON.parse(text), findDefects(text));
      this.#inside.clear();
    }
    const { steps } = table.plan.inner[path.which]!;
    const all = memo(this.#inside, path.which, () =>
      innerValues(this.#value, steps).map((found) => found.path),
    );
    return all[path.nth] ?? '';
  }
}

/**
 * Adds to the findings of one file their line, their column and the record in which they are. `path`: the path of the
 * file; `file`: its name in reports; `recordAt`: returns the record that begins at a byte of the file; `read`: reads the
 * file.
 */
export function ofFindings(
  findings: readonly Finding[],
  path: string,
  file: string,
  strictness: Strictness,
  recordAt: (start: number) => MissingId | undefined = () => undefined,
  read = readFile,
): PlacedFinding[] {
  const places = placeFindings(path, findings, read);
  return findings.map((finding, i) => {
    const { name, args, path, place } = finding;
    const where = { file, ...places[i]!, path };
    const cause = causeOf(finding, file);
    const found = placed(name, args, where, strictness, finding);
    const record = place.start === undefined ? undefined : recordAt(place.start);
    return { ...found, ...(record && { record }), ...(cause !== undefined && { cause }) };
  });
}

function ofFile(
  finding: FileFinding,
  unchecked: Unchecked | undefined,
  folder: string,
  collections: readonly string[],
  strictness: Strictness,
): PlacedFinding {
  const where = wholeFile(nameBelow(folder, finding.file));
  const advice = { unchecked };
  return finding.name === 'unknown-collection'
    ? placed(finding.name, { ...finding.args, known: collections }, where, strictness, advice)
    : placed(finding.name, finding.args, where, strictness, advice);
}

/** Compares problems for the order in a report: by file, line, column, JSON Pointer and code. */
export function byPlace(a: PlacedFinding, b: PlacedFinding): number {
  return (
    compareTexts(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareTexts(a.path, b.path) ||
    compareTexts(a.code, b.code)
  );
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
