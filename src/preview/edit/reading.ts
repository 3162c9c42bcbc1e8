// Reads the data as it is now, for the forms and for links to the editor: records as the data files have them, their
// places, records withheld from readers, and names. A reading is kept until something changes.
import { RecordNameIndex } from '../../editing/query/names.js';
import { referencesIn } from '../../editing/query/references.js';
import { showing, whyWithheld, withholding } from '../../editing/query/show.js';
import { anyTexts, label, rowOf } from '../../editing/query/subject.js';
import { PortalData, visitRecords } from '../../editing/workspace/portal-data.js';
import { keyOf, type RowOf } from '../../engine/link/row-findings.js';
import { withhold } from '../../engine/link/withhold.js';
import type { Plan } from '../../engine/plan.js';
import { placeBytes } from '../../files/source/places.js';
import { isId } from '../../model/fields.js';
import { fold } from '../../model/fold.js';
import { memo } from '../../model/memo.js';
import type { Language } from '../../problems/messages/catalogue.js';
import type { BuildSettings } from '../../snapshot/open.js';
import type { DraftsDto, NamedDto, OfferDto, ReasonDto, WrittenDto } from '../browser/dto.js';
import type { ShownPlace } from '../views/editor.js';

/** At most this many records are offered for what somebody types. */
const OFFERED = 50;
/** At most this many drafts are listed. */
const DRAFTS = 200;

/** The data as it is now, valid or not: it is read when it is needed, and again after {@link forget}. */
export class CurrentData {
  #reading: Promise<DataReading> | undefined;

  /** `settings`: how it is read; they may change, too. */
  constructor(
    private readonly plan: Plan,
    private readonly settings: () => Promise<BuildSettings>,
  ) {}

  async read(): Promise<DataReading> {
    this.#reading ??= this.settings().then((settings) => DataReading.of(this.plan, settings));
    const reading = this.#reading;
    try {
      return await reading;
    } catch (error) {
      // The cause may go away without a save: the next request tries again.
      if (this.#reading === reading) this.#reading = undefined;
      throw error;
    }
  }

  /** Forgets the data that was read, since it may be old. */
  forget(): void {
    this.#reading = undefined;
  }
}

/** One state of the data. */
export class DataReading {
  readonly #names: RecordNameIndex;
  readonly #called = new Map<string, string>();
  readonly #labels = new Map<string, readonly OfferDto[]>();

  private constructor(
    private readonly plan: Plan,
    private readonly settings: BuildSettings,
    private readonly data: PortalData,
  ) {
    this.#names = new RecordNameIndex(plan, data);
  }

  static async of(plan: Plan, settings: BuildSettings): Promise<DataReading> {
    return new DataReading(plan, settings, await PortalData.read(plan, settings));
  }

  /** A record; undefined where there is none. */
  record(collection: string, id: number, lang: Language): WrittenDto | undefined {
    const one = rowOf(this.data, { collection, id });
    const record = this.data.record(collection, id);
    if (!one || !record) return undefined;
    const gone = this.#withheld();
    const isGone = gone?.get(collection)?.[one.row];
    const names: Record<string, Record<string, string>> = {};
    for (const { reference, id } of referencesIn(one.table.plan, record)) {
      const called = this.#nameOf(reference.collection, id);
      names[reference.collection] ??= {};
      if (called !== '') names[reference.collection]![String(id)] = called;
    }
    return {
      ...{ record, names, texts: anyTexts(this.data, one) },
      withheld: isGone ? this.#reasonOf(one, gone!, lang) : null,
      turn: (isGone ? showing(one, record) : withholding(one, record)) ?? null,
    };
  }

  /** Where a record is; undefined where there is none. */
  placeOf(collection: string, id: number): ShownPlace | undefined {
    const one = rowOf(this.data, { collection, id });
    if (!one) return undefined;
    const { file, start } = one.table.placeOf(one.row);
    const path = this.data.pathOf(file);
    const above = this.#above(collection, id);
    return { path, ...placeBytes(path, [start])[0]!, ...(above && { above }) };
  }

  /** What a comment is on; undefined for a record of no discussion. */
  #above(collection: string, id: number): NamedDto | undefined {
    const views = this.plan.portal.views?.of ?? {};
    if (views[collection]?.form !== 'thread') return undefined;
    const record = this.data.record(collection, id);
    for (const [name, { below }] of Object.entries(views)) {
      const above = below?.collection === collection ? record?.[below.by] : undefined;
      if (isId(above)) return this.#named(name, above);
    }
    return undefined;
  }

  /** The records that are withheld from readers, each with the reason. */
  drafts(collection: string, lang: Language): DraftsDto {
    const gone = this.#withheld();
    const table = this.data.table(collection);
    const rows = [...(gone?.get(collection) ?? [])].flatMap((isGone, row) => (isGone ? [row] : []));
    const newest = rows.sort((a, b) => table.ids[b]! - table.ids[a]!).slice(0, DRAFTS);
    const drafts = newest.map((row) => ({
      ...this.#named(collection, table.ids[row]!),
      reason: this.#reasonOf({ table, row }, gone!, lang),
    }));
    return { count: rows.length, drafts };
  }

  /** The records that typed text may mean: by name or id; in a collection without names, by text or id. */
  offers(collection: string, typed: string): readonly OfferDto[] {
    if (this.#names.has(collection)) return this.#names.offered(collection, typed);
    const sought = fold(typed.trim());
    const hasId = ({ id }: OfferDto) => String(id) === sought;
    const all = this.#labelled(collection);
    const rest = all.filter((one) => !hasId(one) && fold(one.name).includes(sought));
    return [...all.filter(hasId), ...rest].slice(0, OFFERED);
  }

  /** All records of a collection without names, each with its first text as name; the newest first. */
  #labelled(collection: string): readonly OfferDto[] {
    return memo(this.#labels, collection, () => {
      const table = this.data.table(collection);
      const rows = [...table.ids.keys()].map((row) => ({ table, row }));
      const offers: OfferDto[] = [];
      visitRecords(this.data, rows, ({ row }, record) => {
        const name = label(table.plan.declared, record) ?? '';
        offers.push({ id: table.ids[row]!, name, within: '' });
      });
      return offers.sort((a, b) => b.id - a.id);
    });
  }

  /** By collection, whether each row is withheld; undefined where nothing is withheld. */
  #withheld(): ReadonlyMap<string, Uint8Array> | undefined {
    if (this.settings.audience !== 'public') return undefined;
    return withhold(this.data.derivation.tables).rows;
  }

  #reasonOf(one: RowOf, gone: ReadonlyMap<string, Uint8Array>, lang: Language): ReasonDto {
    const { reason, through } = whyWithheld(this.settings, this.data, one, gone);
    const last = through.at(-1);
    const text = reason[lang];
    return { text, ...(last && { with: this.#named(last.collection, last.id) }) };
  }

  #named = (collection: string, id: number): NamedDto => ({
    ...{ collection, id },
    name: this.#nameOf(collection, id),
  });

  /** A record's name, which may be empty. Each is read once: thousands of votes may be of one user. */
  #nameOf(collection: string, id: number): string {
    return memo(this.#called, keyOf({ collection, id }), () => {
      const record = this.data.record(collection, id);
      return (record && label(this.plan.byName.get(collection)!.declared, record)) ?? '';
    });
  }
}
