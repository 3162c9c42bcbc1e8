// Records → files of a data folder, in the form of `fmt`, laid out as the collection declares it. No name that
// a stranger gives becomes part of a path but as a slug.
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CollectionPlan } from '../../engine/plan.js';
import { makeFormat } from '../../format/canonical.js';
import { type Form, LINES, LIST, SINGLE } from '../../format/file.js';
import type { JsonObject } from '../../model/fields.js';
import { ownFile } from '../../new/place.js';

/** How many characters wait for being written. */
const MOST_WAITING = 1 << 20;

/** Writes the files of a collection in place of those that are there; records come by ascending id. */
export function layCollection(
  folder: string,
  plan: CollectionPlan,
  records: Iterable<JsonObject>,
): void {
  const { name, layout } = plan.declared;
  for (const own of [name, `${name}.json`, `${name}.ndjson`]) {
    rmSync(join(folder, own), { recursive: true, force: true });
  }
  const form = { list: LIST, lines: LINES, files: SINGLE }[layout.kind];
  const files = new Files(folder, form);
  const format = makeFormat(plan.fields);
  for (const record of records) {
    files.begin(fileOf(plan, record));
    format(JSON.stringify(record), form.layout, files.put, () => {});
  }
  files.end();
}

function fileOf(plan: CollectionPlan, record: JsonObject): string {
  const { name, layout } = plan.declared;
  if (layout.kind === 'list') return `${name}.json`;
  if (layout.kind === 'files') {
    return ownFile(plan, name, layout.digits, true, record['id'] as number, record);
  }
  if (layout.byYearOf === undefined) return `${name}.ndjson`;
  const year = /^\d{4}/.exec(String(record[layout.byYearOf]))?.[0] ?? 'others';
  return `${name}/${year}.ndjson`;
}

/** Files that are written side by side. */
class Files {
  readonly #begun = new Set<string>();
  readonly #waiting = new Map<string, string>();
  #size = 0;
  #file = '';

  constructor(
    private readonly folder: string,
    private readonly form: Form,
  ) {}

  /** Begins a record in a file. */
  begin(file: string): void {
    this.#file = file;
    this.put(this.#begun.has(file) ? this.form.between : this.form.open);
    this.#begun.add(file);
  }

  readonly put = (text: string): void => {
    this.#waiting.set(this.#file, (this.#waiting.get(this.#file) ?? '') + text);
    this.#size += text.length;
    if (this.#size >= MOST_WAITING) this.#flush();
  };

  end(): void {
    for (const file of this.#begun) {
      this.#file = file;
      this.put(this.form.close);
    }
    this.#flush();
  }

  #flush(): void {
    for (const [file, text] of this.#waiting) {
      const path = join(this.folder, file);
      mkdirSync(dirname(path), { recursive: true });
      appendFileSync(path, text);
    }
    this.#waiting.clear();
    this.#size = 0;
  }
}
