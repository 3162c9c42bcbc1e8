// Timestamps and dates as the portal writes them (contract, "Rules across fields"), and
// instants that compare exactly, to the last digit of the fraction.

const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?([+-])(\d\d):(\d\d)$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Whether a text is `YYYY-MM-DD` and a day of the calendar. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  return match !== null && isDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** Whether a text is a timestamp with seconds and a numeric offset, at an instant that exists. */
export function isTimestamp(text: string): boolean {
  const match = TIMESTAMP.exec(text);
  return (
    match !== null &&
    isDay(Number(match[1]), Number(match[2]), Number(match[3])) &&
    Number(match[4]) < 24 &&
    Number(match[5]) < 60 &&
    Number(match[6]) < 60 &&
    Number(match[9]) < 24 &&
    Number(match[10]) < 60
  );
}

/** An instant: whole seconds since 1970 UTC, and the digits of the fraction without end zeros. */
export interface Instant {
  readonly seconds: number;
  readonly fraction: string;
}

/** The instant of a text for which {@link isTimestamp} holds. */
export function instantOf(text: string): Instant {
  const match = TIMESTAMP.exec(text);
  if (match === null) throw new RangeError(`not a timestamp: ${text}`);
  const days = dayNumber(Number(match[1]), Number(match[2]), Number(match[3]));
  const clock = Number(match[4]) * 3600 + Number(match[5]) * 60 + Number(match[6]);
  const offset = (Number(match[9]) * 60 + Number(match[10])) * 60;
  return {
    seconds: days * 86_400 + clock - (match[8] === '-' ? -offset : offset),
    fraction: match[7] === undefined ? '' : withoutEndZeros(match[7]),
  };
}

// Not /0+$/: on a long run of zeros in the middle that backtracks for ever.
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

/** Days since 1970-01-01 in the proleptic Gregorian calendar; Date has its own ideas of years below 100. */
function dayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}
