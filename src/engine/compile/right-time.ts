// Corrects a wrong timestamp or date, for the hint of a message.
import type { Locale } from '../../model/endpoint.js';
import { isDate, isTimestamp } from '../../model/time.js';

interface Corrected {
  /** The corrected text; absent if the meaning is not clear, or if there is no such day or time. */
  readonly instead?: string;
  /** If the wrong text has no offset, `instead` has the usual one, and this is its name, such as Moscow time. */
  readonly assumed?: string;
}

/** A longer text is not a mistyped time. */
const LONGEST = 64;

const CLOCK =
  '(?:[T,\\s]\\s*(?<hour>\\d{1,2}):(?<minute>\\d{1,2})(?::(?<second>\\d{1,2})(?:[.,](?<fraction>\\d*))?)?)?';
const ZONE = '\\s*(?<zone>Z|UTC|GMT|[+\\-\\u2212]\\d{1,2}(?::?\\d{2})?)?';
/** Year first, as in `2026-03-05 10:12`, `2026/3/5` or `2026-03-05T10:12:44Z`. */
const YEAR_FIRST = new RegExp(
  `^(?<year>\\d{4})[-./](?<month>\\d{1,2})[-./](?<day>\\d{1,2})${CLOCK}${ZONE}$`,
  'i',
);
/** Day first, as in `05.03.2026 10:12`. */
const DAY_FIRST = new RegExp(
  `^(?<day>\\d{1,2})[-./](?<month>\\d{1,2})[-./](?<year>\\d{4})${CLOCK}${ZONE}$`,
  'i',
);

/** Corrects a text that is not a timestamp. `usual`: the offset for a text without one. */
export function correctTimestamp(text: string, usual?: Locale['time']): Corrected {
  const parts = partsOf(text);
  const { hour, minute, second, fraction, zone } = parts ?? {};
  const offset = zone === undefined ? usual?.offset : offsetOf(zone);
  const clock = [hour, minute, second].map(twoDigits).join(':');
  const instead = `${dateOf(parts)}T${clock}${fraction ? `.${fraction}` : ''}${offset}`;
  if (!isTimestamp(instead)) return {};
  return { instead, ...(zone === undefined && usual && { assumed: usual.name }) };
}

/** Corrects a text that is not a date. */
export function correctDate(text: string): Corrected {
  const instead = dateOf(partsOf(text));
  return isDate(instead) ? { instead } : {};
}

type Parts = Readonly<Record<string, string | undefined>>;

function partsOf(text: string): Parts | undefined {
  const trimmed = text.length > LONGEST ? '' : text.trim();
  return (YEAR_FIRST.exec(trimmed) ?? DAY_FIRST.exec(trimmed))?.groups;
}

const dateOf = ({ year, month, day }: Parts = {}): string =>
  `${year}-${twoDigits(month)}-${twoDigits(day)}`;

const twoDigits = (digits = '0'): string => digits.padStart(2, '0');

/** `+03:00` from `+3`, `+0300`, `Z` and the like. */
function offsetOf(zone: string): string {
  if (/^[a-z]/i.test(zone)) return '+00:00';
  const [, hours, minutes] = /^.(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  return `${zone.startsWith('+') ? '+' : '-'}${twoDigits(hours)}:${twoDigits(minutes)}`;
}
