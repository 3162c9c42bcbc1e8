// Sizes in bytes, as people read them.
import type { ReportWords } from '../messages.js';

/** A number of bytes in a report's words, in units of 1000. */
export function sizeInWords(bytes: number, words: ReportWords): string {
  if (bytes < 1000) return words.counted(bytes, 'byte');
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < words.units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toPrecision(3).replace('.', words.point)} ${words.units[unit]}`;
}

/** A number of bytes in units of 1024, as hosts state their limits. */
export function binarySize(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  const unit = bytes === 0 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return `${Number((bytes / 1024 ** unit).toFixed(1))} ${units[unit]}`;
}
