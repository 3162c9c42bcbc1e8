// Turns what cannot be read in a data file into findings.
import { LIMITS } from '../../model/limits.js';
import { type Finding, pointerStep } from '../../problems/problem.js';
import type { Defect } from './defects.js';
import { conflictIn, isLfsPointer } from './merge-conflict.js';
import type { RawRecord, ScanFault } from './records.js';
import type { ReadText, TextFile } from './texts.js';

/** A defect that is one for values of every type. */
export type Loss = Exclude<Defect, { readonly kind: 'fraction' }>;

/** Turns something that JSON.parse would lose into a finding. */
export function defectFinding(
  defect: Loss,
  raw: Pick<RawRecord, 'start' | 'text'>,
  file: string,
): Finding {
  const offset = raw.start + Buffer.byteLength(raw.text.slice(0, defect.at));
  const place = { kind: 'byte', file, offset, start: raw.start } as const;
  const where = { place, path: defect.path };
  switch (defect.kind) {
    case 'duplicate-key':
      return { name: 'duplicate-key', args: { key: defect.key }, ...where };
    case 'surrogate':
      return { name: 'encoding/surrogate', args: { half: defect.half }, ...where };
    case 'unsafe-integer':
      return { name: 'unsafe-integer', args: { source: defect.source }, ...where };
    case 'number':
      return { name: 'bad-value/number', args: { source: defect.source }, ...where };
    case 'depth':
      return { name: 'bad-value/depth', args: { most: LIMITS.depth }, ...where };
  }
}

/**
 * The finding for a text file that cannot be read, or has a merge conflict or a Git LFS pointer; undefined for any other
 * text. `record`: the byte offset of the record to which the text belongs.
 */
export function textFinding(
  { name, field }: Pick<TextFile, 'name' | 'field'>,
  read: ReadText,
  record: number,
): Finding | undefined {
  const path = pointerStep(field);
  const at = (offset: number) => {
    return { place: { kind: 'byte', file: name, offset, start: record }, path } as const;
  };
  switch (read.kind) {
    case 'encoding':
      return { name: 'encoding', args: undefined, ...at(read.offset) };
    case 'size':
      return { name: 'bad-value/text-size', args: { most: LIMITS.textBytes }, ...at(read.offset) };
    case 'text': {
      const { text, start } = read;
      if (isLfsPointer(text))
        return { name: 'syntax/format', args: { format: 'lfs' }, ...at(start) };
      const marker = conflictIn(text);
      const offset = start + Buffer.byteLength(text.slice(0, Math.max(0, marker)));
      return marker < 0 ? undefined : { name: 'syntax/conflict', args: undefined, ...at(offset) };
    }
  }
}

/** Turns a syntax error, or another fault that makes a file unreadable, into a finding. */
export function faultFinding(fault: ScanFault, file: string): Finding {
  const where = { place: { kind: 'byte', file, offset: fault.offset } as const, path: '' };
  switch (fault.kind) {
    case 'syntax':
      return { name: 'syntax', args: { found: fault.found }, ...where };
    case 'nothing':
      return { name: 'syntax/nothing', args: undefined, ...where };
    case 'more':
      return { name: 'syntax/lines', args: undefined, ...where };
    case 'encoding':
      return { name: 'encoding', args: undefined, ...where };
    case 'file size':
      return { name: 'bad-value/file-size', args: { most: LIMITS.fileBytes }, ...where };
    case 'size':
      return { name: 'bad-value/size', args: { most: LIMITS.recordBytes }, ...where };
  }
}
