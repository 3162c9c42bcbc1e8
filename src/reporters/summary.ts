// What was done, in a few lines, for people.
import type { Report } from '../report.js';

/** The lines that close a report. */
export function summaryLines(
  { ok, problems, summary, reasons }: Report,
  command: string,
): string[] {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const records = Object.values(summary.records).reduce((sum, count) => sum + count, 0);
  const found = `${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  const lines = reasons.map(
    ({ collection, reason, records }) => `withheld: ${records} of ${collection}, because ${reason}`,
  );
  if (!ok) return [...lines, `${found} in ${count(records, 'record')}; nothing was written`];
  if (command === 'check') return [...lines, `${count(records, 'record')}: ${found}`];
  const { written, unchanged, removed, total } = summary.files;
  return [
    ...lines,
    `${count(records, 'record')}: ${found}`,
    `${count(total, 'file')}, ${size(summary.bytes)}: ${written} written, ${unchanged} unchanged, ${removed} removed`,
    `snapshot ${summary.snapshot}`,
  ];
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Bytes in words. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toPrecision(3)} ${units[unit]}`;
}
