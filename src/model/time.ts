// Timestamps and dates as the portal writes them (PROMISES.md §2.1), and the instants
// they mean, exact to the last digit of the fraction.

/** Templates that texts are compared with: every 0 stands for any digit. */
const DATE = '0000-00-00';
const DATE_AND_TIME = '0000-00-00T00:00:00';
const OFFSET = '00:00';
const ZERO = 0x30;

/** Whether a text is `YYYY-MM-DD` and a day that exists. */
export function isDate(text: string): boolean {
  return (
    text.length === DATE.length &&
    looksLike(text, 0, DATE) &&
    isDay(yearOf(text), two(text, 5), two(text, 8))
  );
}

/** Whether a text is a timestamp with seconds and a numeric offset, at an instant that exists. */
export function isTimestamp(text: string): boolean {
  return instantOf(text) !== undefined;
}

/** The first plausible year, and the first year after the last plausible one. */
const FIRST_YEAR = 1900;
const END_OF_YEARS = 2100;

/** Whether the year of a date or timestamp is implausible. The limits are fixed: no result may depend on the clock. */
export function isFarYear(text: string): boolean {
  const year = yearOf(text);
  return year < FIRST_YEAR || year >= END_OF_YEARS;
}

/** An instant: whole seconds since 1970 UTC, and the digits of the fraction without trailing zeros. */
export interface Instant {
  readonly seconds: number;
  readonly fraction: string;
}

let lastText = '';
let lastInstant: Instant | undefined;

/**
 * The instant of a timestamp; undefined for a text that is not a timestamp. The last result is kept, since the
 * same text is often parsed several times in a row: to check it, to store it, and in another field of its record.
 */
export function instantOf(text: string): Instant | undefined {
  if (text !== lastText) {
    lastInstant = parsed(text);
    lastText = text;
  }
  return lastInstant;
}

function parsed(text: string): Instant | undefined {
  // Parsed by hand: there may be millions, and a regular expression takes five times as long.
  const end = text.length - OFFSET.length - 1;
  const sign = text[end];
  if (!looksLike(text, 0, DATE_AND_TIME) || !looksLike(text, end + 1, OFFSET)) return undefined;
  if ((sign !== '+' && sign !== '-') || !isFraction(text, DATE_AND_TIME.length, end)) {
    return undefined;
  }
  const year = yearOf(text);
  const month = two(text, 5);
  const day = two(text, 8);
  const hours = two(text, 11);
  const minutes = two(text, 14);
  const seconds = two(text, 17);
  const offsetHours = two(text, end + 1);
  const offsetMinutes = two(text, end + 4);
  if (!isDay(year, month, day) || hours > 23 || minutes > 59 || seconds > 59) return undefined;
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;
  const offset = (offsetHours * 60 + offsetMinutes) * 60;
  return {
    seconds:
      dayNumber(year, month, day) * 86_400 +
      (hours * 60 + minutes) * 60 +
      seconds -
      (sign === '-' ? -offset : offset),
    fraction: withoutEndZeros(text.slice(DATE_AND_TIME.length + 1, end)),
  };
}

function looksLike(text: string, from: number, template: string): boolean {
  for (let at = 0; at < template.length; at++) {
    const wanted = template.charCodeAt(at);
    if (wanted === ZERO ? !isDigit(text, from + at) : text.charCodeAt(from + at) !== wanted) {
      return false;
    }
  }
  return true;
}

/** Whether the text between two offsets is empty, or a point followed by digits. */
function isFraction(text: string, from: number, to: number): boolean {
  if (from === to) return true;
  if (text[from] !== '.' || from + 1 >= to) return false;
  for (let at = from + 1; at < to; at++) if (!isDigit(text, at)) return false;
  return true;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= ZERO && code < ZERO + 10;
}

/** The number of the two digits at an offset. */
function two(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}

/** The year of a text that begins like a date. */
function yearOf(text: string): number {
  return two(text, 0) * 100 + two(text, 2);
}

// Not /0+$/: that takes quadratic time on a long run of zeros before another digit.
function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end--;
  return digits.slice(0, end);
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  if (month !== 2)
    return day <= (month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31);
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (leap ? 29 : 28);
}

/** Days since 1970-01-01 (proleptic Gregorian calendar). `Date.UTC` will not do: it reads the year 99 as 1999. */
function dayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}
