// What becomes of records → the files that hold them, made in a folder beside: every byte that no change needs
// stays as it is. Files are read and written in blocks, and records one at a time.
import { closeSync, fstatSync, readSync } from 'node:fs';
import { inFolder, type Overlay } from '../../editing/desk/portal-data.js';
import { type Form, LINES, LIST } from '../../editing/format/file.js';
import { textOf } from '../../editing/new/create.js';
import { withoutTexts } from '../../editing/new/place.js';
import { isObjectFile, openData, Window } from '../../files/source/data-file.js';
import { scanFile } from '../../files/source/records.js';
import { bytesOfText } from '../../files/source/texts.js';
import { ValueScan } from '../../files/source/value-scan.js';
import type { Fields, Json, JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';
import { type Home, Homes } from './homes.js';
import { withFields } from './members.js';
import type { Changed, CollectionMerge, Merged } from './merge.js';
import type { Reader } from './reader.js';
import { type Element, type Piece, relaid, type Span } from './sequence.js';
import { makeFile, type Sink } from './sink.js';

/** What becomes of the records of one file. */
interface FileChange {
  readonly of: CollectionMerge;
  /** By the bytes at which records begin. */
  readonly changed: Map<number, Changed>;
  readonly removed: Set<number>;
  readonly added: { readonly id: number; readonly text: () => string }[];
}

/** A file has other records than it had when it was read. */
export class ChangedMeanwhile extends Error {}

/** Makes the new versions of files in a folder; those that go are undefined. */
export function stage(
  settings: Pick<ResolvedSettings, 'data'>,
  [ours, theirs]: readonly [Reader, Reader],
  { collections }: Merged,
  folder: string,
): Overlay {
  const homes = new Homes(settings, ours.data, theirs.data);
  const overlay = new Map<string, string | undefined>();
  const make = (file: string, text: string) => {
    const path = inFolder({ data: folder }, file);
    makeFile(path, (sink) => sink.put(text));
    overlay.set(file, path);
  };
  const files = new Map<string, FileChange>();
  for (const of of collections) {
    const { fields } = of.ours.plan;
    const inFile = (file: string) =>
      memo(files, file, (): FileChange => {
        return { of, changed: new Map(), removed: new Set(), added: [] };
      });
    for (const one of of.changed) {
      const { file, start } = of.ours.placeOf(one.row);
      inFile(file).changed.set(start, one);
    }
    for (const row of of.removed) {
      const { file, start } = of.ours.placeOf(row);
      inFile(file).removed.add(start);
    }
    for (const row of of.added) {
      const id = of.theirs.ids[row]!;
      const record = () => theirs.record(of.theirs, row);
      const home = homes.of(of.ours.plan, id, record, of.theirs.placeOf(row).file);
      const text = () => {
        // The origin's data is in its canonical form.
        const own = theirs.text(of.theirs, row);
        return own.includes('\n') ? textOf(record(), fields, 'line').trimEnd() : own;
      };
      if (home.isAlone) layAlone(home, record(), fields, make);
      else inFile(home.file).added.push({ id, text });
    }
  }
  const known = new Set(collections.flatMap((of) => ours.data.filesOf(of.ours.name)));
  for (const [file, change] of files) {
    const path = inFolder({ data: folder }, file);
    if (known.has(file) && file.endsWith('.json') && isObjectFile(ours.data.pathOf(file))) {
      amendAlone(file, change, path);
      continue;
    }
    if (known.has(file)) amendShared(file, change, path);
    else makeFile(path, (sink) => writeNew(sink, file, change));
    overlay.set(file, path);
  }
  return overlay;

  /** The one record of a file changes or goes, with the texts beside it. */
  function amendAlone(file: string, { of, changed, removed }: FileChange, path: string): void {
    const texts = ours.data.textsOf(file);
    if (removed.size > 0) {
      for (const name of [file, ...texts.map(({ name }) => name)]) overlay.set(name, undefined);
      return;
    }
    const [one] = changed.values();
    const own = ours.text(of.ours, one!.row);
    const members = changesOf(of, one!);
    for (const { field, name } of texts) {
      if (!members.has(field) || Object.hasOwn(JSON.parse(own), field)) continue;
      const text = members.get(field);
      if (typeof text === 'string' && bytesOfText(text)) {
        make(name, `${text}\n`);
        members.delete(field);
      } else overlay.set(name, undefined);
    }
    if (members.size === 0) return;
    const text = () => withFields(own, members, of.ours.plan.fields);
    amend(file, path, () => [{ at: 0, text }]);
    overlay.set(file, path);
  }

  function amendShared(
    file: string,
    { of, changed, removed, added }: FileChange,
    path: string,
  ): void {
    const { fields } = of.ours.plan;
    const idOf = idsIn(of, file);
    const left = added.sort((a, b) => b.id - a.id);
    amend(file, path, (spans) => {
      const found = spans.filter(({ from }) => changed.has(from) || removed.has(from)).length;
      if (found < changed.size + removed.size) throw new ChangedMeanwhile(file);
      const next: Element[] = [];
      spans.forEach(({ from }, at) => {
        const id = idOf.get(from);
        if (id === undefined) throw new ChangedMeanwhile(file);
        while (left.length > 0 && left.at(-1)!.id < id) next.push(left.pop()!);
        const one = changed.get(from);
        if (removed.has(from)) return;
        if (!one) next.push({ at });
        else {
          const text = () => withFields(ours.text(of.ours, one.row), changesOf(of, one), fields);
          next.push({ at, text });
        }
      });
      return [...next, ...left.reverse()];
    });
  }

  /** The new values of a record. */
  function changesOf(
    of: CollectionMerge,
    { theirRow, fields }: Changed,
  ): Map<string, Json | undefined> {
    const record = theirs.record(of.theirs, theirRow);
    return new Map(fields.map((field) => [field, record[field]]));
  }

  /** Writes a file of the data with other records. */
  function amend(
    file: string,
    to: string,
    next: (all: readonly Span[]) => readonly Element[],
  ): void {
    const from = ours.data.pathOf(file);
    const isLines = file.endsWith('.ndjson');
    const spans = spansOf(from, isLines);
    const fd = openData(from);
    try {
      const { size, mode } = fstatSync(fd);
      const pieces = whole(fd, spans, next(spans), size, isLines);
      const write = (sink: Sink) => {
        for (const one of joined(pieces)) {
          if (!('from' in one)) sink.put(one());
          else if (one.to - one.from > SMALL) sink.copy(fd, one.from, one.to);
          else sink.put(readAt(fd, one.from, one.to).toString());
        }
      };
      makeFile(to, write, mode);
    } finally {
      closeSync(fd);
    }
  }
}

/** Lays a new record into a file of its own. */
function layAlone(
  { file, texts }: Home,
  record: JsonObject,
  fields: Fields,
  make: (file: string, text: string) => void,
): void {
  for (const { file, text } of texts) make(file, text);
  make(file, textOf(withoutTexts(record, texts), fields, 'expanded'));
}

/** A new file of many records, as `fmt` writes it. */
function writeNew(sink: Sink, file: string, { added }: FileChange): void {
  const { open, between, close } = formOf(file);
  added
    .sort((a, b) => a.id - b.id)
    .forEach(({ text }, i) => {
      sink.put(i === 0 ? open : between);
      sink.put(text());
    });
  sink.put(close);
}

/** The form of a file of many records. */
const formOf = (file: string): Form => (file.endsWith('.ndjson') ? LINES : LIST);

/** The ids of the records of a file, by the bytes at which they begin. */
function idsIn({ ours }: CollectionMerge, file: string): Map<number, number> {
  const ids = new Map<number, number>();
  ours.ids.forEach((id, row) => {
    const place = ours.placeOf(row);
    if (place.file === file) ids.set(place.start, id);
  });
  return ids;
}

/** Where the records of a file begin and end. */
function spansOf(path: string, isLines: boolean): Span[] {
  const spans: Span[] = [];
  const scan = new ValueScan();
  const fd = openData(path);
  try {
    scanFile(new Window(fd), isLines, {
      take(bytes, from, to, { start }) {
        const end = scan.run(bytes, from, to);
        if (end >= 0) spans.push({ from: start, to: start + end - from });
        return end;
      },
      record: ({ start, text }) =>
        void spans.push({ from: start, to: start + Buffer.byteLength(text) }),
      fault: () => {
        throw new ChangedMeanwhile(path);
      },
    });
  } finally {
    closeSync(fd);
  }
  return spans;
}

/** A stretch of a file that is not worth a write of its own. */
const SMALL = 1 << 10;

/** The same pieces, with stretches that follow one another as one. */
function* joined(pieces: readonly Piece[]): Generator<Piece> {
  let held: Span | undefined;
  for (const one of pieces) {
    if ('from' in one && held?.to === one.from) held = { from: held.from, to: one.to };
    else {
      if (held) yield held;
      held = undefined;
      if ('from' in one) held = one;
      else yield one;
    }
  }
  if (held) yield held;
}

/** The pieces of a file with other records. */
function whole(
  fd: number,
  all: readonly Span[],
  next: readonly Element[],
  size: number,
  isLines: boolean,
): Piece[] {
  const { between } = isLines ? LINES : LIST;
  const first = all[0]?.from ?? size;
  const last = all.at(-1)?.to ?? size;
  const pieces = relaid(all, next, between);
  if (all.length > 0 && next.length > 0) {
    const isOpen = isLines && last === size && next.at(-1)!.at === undefined;
    const end = isOpen ? [() => '\n'] : [];
    return [{ from: 0, to: first }, ...pieces, { from: last, to: size }, ...end];
  }
  if (isLines) {
    const lines = next.length > 0 ? [...pieces, () => '\n'] : [];
    return [{ from: 0, to: first }, ...lines];
  }
  // What stands around the records of a list; where there are none, that is all of it.
  const open = readAt(fd, 0, first).indexOf('[') + 1;
  const close =
    all.length > 0
      ? last + readAt(fd, last, size).indexOf(']')
      : readAt(fd, 0, size).lastIndexOf(']');
  const inner = next.length > 0 ? [() => '\n  ', ...pieces, () => '\n'] : [];
  return [{ from: 0, to: open }, ...inner, { from: close, to: size }];
}

function readAt(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from));
}
