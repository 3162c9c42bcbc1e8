// Turns what cannot be read in a data file into findings.
import { LIMITS } from '../../model/limits.js';
import { type Finding, pointerStep } from '../../problems/problem.js';
import type { Defect } from './defects.js';
import { conflictIn, isLfsPointer } from './merge-conflict.js';
import type { RawRecord, ScanFault } from './records.js';
import type { TextFile } from './texts.js';

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
 * The finding for a merge conflict or a Git LFS pointer in a text file; undefined if there is none. `record`: the byte
 * offset of the record to which the text belongs.
 */
export function conflictFinding(
  { name, field }: Pick<TextFile, 'name' | 'field'>,
  { text, start }: { readonly text: string; readonly start: number },
  record: number,
): Finding | undefined {
  const isPointer = isLfsPointer(text);
  const at = isPointer ? 0 : conflictIn(text);
  if (at < 0) return undefined;
  const offset = start + Buffer.byteLength(text.slice(0, at));
  const place = { kind: 'byte', file: name, offset, start: record } as const;
  const path = pointerStep(field);
  return isPointer
    ? { name: 'syntax/format', args: { format: 'lfs' }, place, path }
    : { name: 'syntax/conflict', args: undefined, place, path };
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
