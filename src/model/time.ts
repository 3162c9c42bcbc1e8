// Timestamps and dates in the data (PROMISES.md §2.1). A timestamp is converted to an instant without losing any digit
// of its fraction of a second.

const DAY =
  '(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)' +
  '|02-(?:0[1-9]|1\\d|2[0-8]))' +
  '|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)';
const MINUTE = '(?:[01]\\d|2[0-3]):[0-5]\\d';

/** `YYYY-MM-DD`, a day that exists. */
export const DATE = new RegExp(`^${DAY}$`);
/** A timestamp with seconds and a numeric offset, at an instant that exists. */
export const TIMESTAMP = new RegExp(`^${DAY}T${MINUTE}:[0-5]\\d(?:\\.\\d+)?[+-]${MINUTE}$`);

/** Whether a text is a {@link DATE}. */
export const isDate = (text: string): boolean => DATE.test(text);

/** Whether a text is a {@link TIMESTAMP}. */
export const isTimestamp = (text: string): boolean => TIMESTAMP.test(text);

/** The years from 1900 to 2099 are plausible. */
const FIRST_YEAR = 1900;
const END_OF_YEARS = 2100;

/**
 * Whether the year of a date or timestamp is implausible. The limits do not depend on the present year, because the
 * result of a check must not depend on the clock.
 */
export function isFarYear(text: string): boolean {
  const year = Number(text.slice(0, 4));
  return year < FIRST_YEAR || year >= END_OF_YEARS;
}

/** An instant: whole seconds since 1970 (UTC), and the digits of the fraction: second `7.250` → `25`. */
export interface Instant {
  readonly seconds: number;
  readonly fraction: string;
}

let lastText = '';
let lastInstant: Instant | undefined;

/**
 * The instant of a timestamp; undefined for a text that is not a timestamp. Keeps the last result, because callers
 * often pass the same text several times in a row.
 */
export function instantOf(text: string): Instant | undefined {
  if (text !== lastText) {
    lastInstant = parsed(text);
    lastText = text;
  }
  return lastInstant;
}

const SECONDS = '0000-00-00T00:00:00'.length;
const OFFSET = '+00:00'.length;

function parsed(text: string): Instant | undefined {
  if (!isTimestamp(text)) return undefined;
  const offset = text.slice(-OFFSET);
  return {
    seconds: Date.parse(text.slice(0, SECONDS) + offset) / 1000,
    fraction: withoutEndZeros(text.slice(SECONDS + 1, -OFFSET)),
  };
}

// A loop instead of the pattern /0+$/, which takes quadratic time for a text such as `000…0001`.
function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end--;
  return digits.slice(0, end);
}
