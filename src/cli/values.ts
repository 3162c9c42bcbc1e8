// Parses arguments and flags. Commander prints the errors, after the name of the flag.
import { InvalidArgumentError } from 'commander';

/** A whole number of at least 1. */
export function wholeNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of at least 1.');
}

export function port(text: string): number {
  const number = wholeNumber(text);
  if (number > 65_535) throw new InvalidArgumentError('It must be at most 65535.');
  return number;
}

/** A whole number from 0 to 9999. */
export function count(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number, at most 9999.');
}

export function secondsUpTo(most: number) {
  return (text: string): number => {
    if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be a number of seconds, at most ${most}.`);
  };
}

/** The address of a server. */
export function address(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It must be an address such as https://s3.example.org.');
}
