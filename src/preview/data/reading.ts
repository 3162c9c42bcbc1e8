// Reads the data for the page: records as they are in the data files, with their places and names, and why readers do
// not see them.
import { asShown } from '../../editing/edit/meanwhile.js';
import { RecordNameIndex } from '../../editing/query/names.js';
import { referencesIn, rowsReferringTo } from '../../editing/query/references.js';
import { showing, whyWithheld, withholding } from '../../editing/query/show.js';
import { recordLabel, rowOf } from '../../editing/query/subject.js';
import {
  type DataSettings,
  type PortalData,
  shownName,
} from '../../editing/workspace/portal-data.js';
import { keyOf, type RowOf } from '../../engine/link/row-findings.js';
import { withhold } from '../../engine/link/withhold.js';
import type { Plan } from '../../engine/plan.js';
import { placeBytes } from '../../files/source/places.js';
import type { Collection } from '../../model/collection.js';
import { addressOf, listFile } from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import { memo, once } from '../../model/memo.js';
import type { Language, MissingId } from '../../problems/messages/catalogue.js';
import { say } from '../../problems/say.js';
import { withId } from '../../site/address.js';
import type { NamedDto, ReasonDto } from '../shapes.js';
import { editorLink } from './editor.js';

/** The whole name of a record. If it has no name: the beginning of its first text, or an empty text. */
export function nameInData(declared: Collection, record: JsonObject): string {
  const words = declared.named.map((field) => record[field]);
  const name = words
    .filter((word) => typeof word === 'string')
    .join(' ')
    .trim();
  return name || (recordLabel(declared, record) ?? '');
}

/** The name of a record, by which lists may be sorted, and the words by which it is searched. */
export interface SoughtText {
  readonly name: string;
  readonly words: string;
}

/** The data as it was at one moment. */
export class DataReading {
  readonly names: RecordNameIndex;
  readonly #called = new Map<string, string>();
  /** The texts of the records, by collection. They are made when a list first needs them. */
  readonly texts = new Map<string, Promise<readonly SoughtText[]>>();

  constructor(
    readonly plan: Plan,
    readonly settings: DataSettings,
    readonly data: PortalData,
  ) {
    this.names = new RecordNameIndex(plan, data);
  }

  /** Returns, by collection, which rows are withheld; undefined if the settings withhold none. */
  readonly withheld = once(() =>
    this.settings.audience === 'public' ? withhold(this.data.derivation.tables).rows : undefined,
  );

  /** A record, with what the page shows about it, except its discussion; undefined if it does not exist. */
  record({ collection, id }: MissingId, lang: Language) {
    const one = rowOf(this.data, { collection, id });
    const record = this.data.record(collection, id);
    if (!one || !record) return undefined;
    const reason = this.reasonOf(one, lang);
    const { file, start } = one.table.placeOf(one.row);
    const path = this.data.pathOf(file);
    const at = placeBytes(path, [start])[0]!;
    return {
      ...{ collection, id, name: nameInData(one.table.plan.declared, record) },
      record: asShown(record, one.table.plan.fields),
      names: this.#namesIn(one, record),
      withheld: reason ?? null,
      /** The value that hides the record from readers or, if it is hidden, shows it again. */
      toggle: (reason ? showing(one, record) : withholding(one, record)) ?? null,
      place: `${shownName(this.settings, file)}:${at.line}`,
      link: editorLink(this.settings.editor, { path, ...at }),
      ...(!reason && this.#addressIn(collection, record)),
      referrers: this.#referrers(collection, id),
    };
  }

  /** The places in the files of a collection that cannot be read: `data/posts/5.json:3`. They may have any record. */
  unread(collection: string): string[] {
    const files = new Set(
      this.data.filesOf(collection).map((one) => shownName(this.settings, one)),
    );
    const wrong = this.data.problems.filter(
      ({ severity, file, record }) => severity === 'error' && !record && files.has(file),
    );
    return wrong.map(({ file, line }) => `${file}:${line}`);
  }

  /** Why readers do not see a record; undefined if they do. */
  reasonOf(one: RowOf, lang: Language): ReasonDto | undefined {
    const gone = this.withheld();
    if (!gone?.get(one.table.name)?.[one.row]) return undefined;
    const { reason, through } = whyWithheld(this.settings, this.data, one, gone);
    const last = through.at(-1);
    const text = say(reason, lang);
    return { text, ...(last && { with: this.named(last.collection, last.id) }) };
  }

  readonly named = (collection: string, id: number): NamedDto => ({
    ...{ collection, id },
    name: this.nameOf(collection, id),
  });

  /** A record's {@link recordLabel}, or an empty text. It is read once: many records may refer to the same user. */
  nameOf(collection: string, id: number): string {
    return memo(this.#called, keyOf({ collection, id }), () => {
      const record = this.data.record(collection, id);
      return (record && recordLabel(this.plan.byName.get(collection)!.declared, record)) ?? '';
    });
  }

  /** The record's address in the API, otherwise that of a list with its collection; undefined if there is neither. */
  #addressIn(collection: string, record: JsonObject): { readonly api: string } | undefined {
    const all = [...this.settings.extras, ...this.plan.portal.endpoints].filter(
      ({ records, paging: { style } }) => records?.collection === collection && style !== 'feed',
    );
    const own =
      all.find(({ paging }) => paging.style === 'record') ??
      all.find(({ name }) => !name.includes('{') && !listFile(name));
    if (own?.paging.style !== 'record') return own && { api: addressOf(own.name) };
    return { api: addressOf(withId(own.name, String(record[own.record ?? 'id']))) };
  }

  /** How many records of each collection refer to a record. */
  #referrers(collection: string, id: number): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { table } of rowsReferringTo(this.data, { collection, id }))
      counts[table.name] = (counts[table.name] ?? 0) + 1;
    return counts;
  }

  #namesIn({ table }: RowOf, record: JsonObject) {
    const names: Record<string, Record<string, string>> = {};
    for (const { reference, id } of referencesIn(table.plan, record)) {
      const called = this.nameOf(reference.collection, id);
      names[reference.collection] ??= {};
      if (called !== '') names[reference.collection]![String(id)] = called;
    }
    return names;
  }
}
