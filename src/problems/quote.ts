// Shows values of data, settings or answers in messages.
import { beginning, cut } from './say.js';

/** A value as JSON, cut to a length that fits into a message. */
export function quote(value: unknown): string {
  const json = short(value, 2) ?? 'nothing';
  return cut(json, 60);
}

/** Like JSON.stringify, but writes only the beginning of a value, because the value may be large. */
function short(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return JSON.stringify(beginning(value, 200));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  if (depth === 0) return isList ? '[…]' : '{…}';
  const members: string[] = [];
  for (const key in value) {
    if (members.length === FEW) {
      members.push('…');
      break;
    }
    const member = short((value as Readonly<Record<string, unknown>>)[key], depth - 1);
    members.push(isList ? `${member}` : `${JSON.stringify(beginning(key, 60))}: ${member}`);
  }
  return isList ? `[${members.join(', ')}]` : `{${members.join(', ')}}`;
}

const FEW = 5;

/** Quotes an argument for a shell, if needed: in double quotes where possible, as some shells know no single quotes. */
export function shellQuoted(argument: string): string {
  if (/^[\p{L}\p{N}_./:@%+=,-]+$/u.test(argument)) return argument;
  return /["$`\\!%]/.test(argument) ? `'${argument.replaceAll("'", "'\\''")}'` : `"${argument}"`;
}
