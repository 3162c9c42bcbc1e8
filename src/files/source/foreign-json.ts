// Parses JSON from another server, within limits. A value in memory may take a hundred times the size of its JSON.
import { isUtf8 } from 'node:buffer';
import { LIMITS } from '../../model/limits.js';
import { isSpace, ValueScan } from './value-scan.js';

/** The most bytes of a JSON value, and the most lists, objects and commas in it. */
export interface JsonBounds {
  readonly bytes: number;
  readonly parts: number;
}

const OF_DOCUMENTS: JsonBounds = { bytes: 1024 * 1024, parts: 250_000 };

/** Returns an error message if a value is too large or nested too deep; otherwise undefined. */
export function excessOf(
  { deepest, parts }: Pick<ValueScan, 'deepest' | 'parts'>,
  bytes: number,
  most: JsonBounds,
): string | undefined {
  if (bytes > most.bytes) return `a value of more than ${most.bytes} bytes`;
  // JSON.parse accepts any depth, but the code that reads the value afterwards does not.
  if (deepest > LIMITS.depth) return `it is nested deeper than ${LIMITS.depth} levels`;
  return parts > most.parts ? `a value of more than ${most.parts} parts` : undefined;
}

/** Parses a body. If it exceeds a limit or is not JSON, `fault` says so. */
export function readValue(
  body: Buffer,
  most: Partial<JsonBounds> = {},
): { readonly value: unknown } | { readonly fault: string } {
  const scan = new ValueScan();
  let from = 0;
  while (from < body.length && isSpace(body[from]!)) from++;
  scan.run(body, from, body.length);
  const fault = excessOf(scan, body.length, { ...OF_DOCUMENTS, ...most });
  if (fault !== undefined) return { fault };
  if (!isUtf8(body)) return { fault: 'it is not UTF-8' };
  try {
    return { value: JSON.parse(body.toString()) };
  } catch (error) {
    return { fault: `it is not JSON: ${(error as Error).message}` };
  }
}

/** Parses JSON; undefined if the text is absent or is not JSON. */
export function jsonOf(text: Buffer | string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}
