// What cannot be read of a data file, as findings.
import { LIMITS } from '../../model/limits.js';
import type { Finding } from '../../problems/problem.js';
import type { Defect } from './defects.js';
import type { RawRecord, ScanFault } from './records.js';

/** What JSON.parse loses of a record, as a finding. */
export function ofDefect(defect: Defect, raw: Pick<RawRecord, 'start' | 'text'>): Finding {
  const offset = raw.start + Buffer.byteLength(raw.text.slice(0, defect.at));
  const where = { place: { kind: 'byte', offset } as const, path: defect.path };
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

/** What makes a file unreadable, as a finding. */
export function ofFault(fault: ScanFault): Finding {
  const where = { place: { kind: 'byte', offset: fault.offset } as const, path: '' };
  switch (fault.kind) {
    case 'syntax':
      return { name: 'syntax', args: { found: fault.found }, ...where };
    case 'nothing':
      return { name: 'syntax/nothing', args: undefined as never, ...where };
    case 'more':
      return { name: 'syntax/lines', args: undefined as never, ...where };
    case 'encoding':
      return { name: 'encoding', args: undefined as never, ...where };
    case 'size':
      return { name: 'bad-value/size', args: { most: LIMITS.recordBytes }, ...where };
  }
}
