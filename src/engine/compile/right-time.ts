// A wrong timestamp or date → the correct one that was probably meant, or why no such time exists, as
// arguments of the message.
import type { Locale } from '../../model/endpoint.js';
import { isDate, isTimestamp } from '../../model/time.js';
import type { TimeFault } from '../../problems/messages/catalogue.js';

/** The correction of a wrong timestamp or date, or the reason why there is none; empty if neither is clear. */
interface Corrected {
  /** The correct text that was probably meant. */
  readonly instead?: string;
  /** The text gives no offset: `instead` has the usual one, and this is the name of that time. */
  readonly assumed?: string;
  /** Why no such moment or day exists. */
  readonly why?: TimeFault;
}

/** A longer text is not a mistyped time. */
const LONGEST = 64;

const CLOCK = '(?:[T,\\s]\\s*(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:[.,](\\d*))?)?)?';
const ZONE = '\\s*(Z|UTC|GMT|[+\\-\\u2212]\\d{1,2}(?::?\\d{2})?)?';
/** Year first, as in `2026-03-05 10:12`, `2026/3/5` or `2026-03-05T10:12:44Z`. */
const YEAR_FIRST = new RegExp(`^(\\d{4})[-./](\\d{1,2})[-./](\\d{1,2})${CLOCK}${ZONE}$`, 'i');
/** Day first, as in `05.03.2026 10:12`. */
const DAY_FIRST = new RegExp(`^(\\d{1,2})[-./](\\d{1,2})[-./](\\d{4})${CLOCK}${ZONE}$`, 'i');

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** With its point, such as `.25`; empty for none. */
  readonly fraction: string;
  /** Undefined where none is written. */
  readonly offset: string | undefined;
}

/** Corrects a text that is not a timestamp. `usual`: the time zone for a text without an offset. */
export function correctTimestamp(text: string, usual?: Locale['time']): Corrected {
  const parts = partsOf(text);
  if (!parts) return {};
  const why = dayFault(parts) ?? clockFault(parts);
  if (why) return { why };
  const { hour, minute, second, fraction } = parts;
  const offset = parts.offset ?? usual?.offset;
  if (offset === undefined) return {};
  // Second 60 and hour 24 become the beginning of the next minute or day.
  const moment = startOfDay(parts) + ((hour * 60 + minute) * 60 + second) * 1000;
  const local = new Date(moment).toISOString().slice(0, 19);
  const instead = `${local}${second === 60 ? '' : fraction}${offset}`;
  if (!isTimestamp(instead)) return {};
  return { instead, ...(parts.offset === undefined && usual && { assumed: usual.name }) };
}

/** Corrects a text that is not a date. */
export function correctDate(text: string): Corrected {
  const parts = partsOf(text);
  if (!parts) return {};
  const why = dayFault(parts);
  if (why) return { why };
  const { year, month, day } = parts;
  const instead = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
  return isDate(instead) ? { instead } : {};
}

function partsOf(text: string): Parts | undefined {
  if (text.length > LONGEST) return undefined;
  const trimmed = text.trim();
  const yearFirst = YEAR_FIRST.exec(trimmed);
  const match = yearFirst ?? DAY_FIRST.exec(trimmed);
  if (!match) return undefined;
  const [, first, month, last, hour, minute, second, fraction, zone] = match;
  return {
    year: Number(yearFirst ? first : last),
    month: Number(month),
    day: Number(yearFirst ? last : first),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    fraction: fraction ? `.${fraction}` : '',
    offset: zone === undefined ? undefined : offsetOf(zone),
  };
}

/** `+03:00` from `+3`, `+0300`, `Z` and the like. */
function offsetOf(zone: string): string {
  if (/^[a-z]/i.test(zone)) return '+00:00';
  const [, hours = '', minutes = '00'] = /^.(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  return `${zone.startsWith('+') ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
}

function dayFault({ year, month, day }: Parts): TimeFault | undefined {
  if (month < 1 || month > 12) return { part: 'month', given: month };
  // setUTCFullYear, because Date.UTC reads years below 100 as 19xx.
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  const days = last.getUTCDate();
  return day < 1 || day > days ? { part: 'day', given: day, days } : undefined;
}

function clockFault({ hour, minute, second, offset }: Parts): TimeFault | undefined {
  if (hour > 24 || (hour === 24 && (minute > 0 || second > 0))) {
    return { part: 'hour', given: hour };
  }
  if (minute > 59) return { part: 'minute', given: minute };
  if (second > 60) return { part: 'second', given: second };
  if (offset === undefined) return undefined;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(4))];
  if (hours > 23) return { part: 'offset', given: hours };
  return minutes > 59 ? { part: 'minute', given: minutes } : undefined;
}

function startOfDay({ year, month, day }: Parts): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

const digits = (number: number, count: number) => String(number).padStart(count, '0');
