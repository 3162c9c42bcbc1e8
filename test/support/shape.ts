// Compares a JSON value with a shape in the specification's tables.
import type { Shape, Table } from '../spec/tables.js';

/** How many objects of each table were found. */
export type Met = Map<string, number>;

/** The forms of a timestamp: seconds, perhaps a fraction, and a numeric offset with a colon. */
const timestamp = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?([+-])(\d\d):(\d\d)$/;

/** Returns what is wrong with a value, one line for each mistake. `met` counts the objects that fit a table. */
export function misfits(shape: Shape, value: unknown, at: string, met: Met): string[] {
  if (typeof shape === 'string') {
    return isPlain(shape, value) ? [] : [`${at}: ${shown(value)} is no ${shape}`];
  }
  if ('words' in shape) return oneOf(shape.words, value, at);
  if ('numbers' in shape) return oneOf(shape.numbers, value, at);
  if ('array' in shape) {
    if (!Array.isArray(value)) return [`${at}: ${shown(value)} is no array`];
    return value.flatMap((element, i) => misfits(shape.array, element, `${at}/${i}`, met));
  }
  if ('either' in shape) return misfitsOfAll(shape.either, value, at, met);
  return misfitsOfTable(shape, value, at, met);
}

function misfitsOfAll(shapes: readonly Shape[], value: unknown, at: string, met: Met): string[] {
  const found: string[][] = [];
  for (const shape of shapes) {
    const counts: Met = new Map();
    const lines = misfits(shape, value, at, counts);
    if (lines.length === 0) {
      for (const [name, count] of counts) met.set(name, (met.get(name) ?? 0) + count);
      return [];
    }
    found.push(lines);
  }
  return value === null ? [`${at}: null has no place here`] : (found[0] ?? []);
}

function misfitsOfTable({ table, keys }: Table, value: unknown, at: string, met: Met): string[] {
  if (!isObject(value)) return [`${at}: ${shown(value)} is no ${table}`];
  const [given, wanted] = [Object.keys(value).join(' '), Object.keys(keys).join(' ')];
  if (given !== wanted) return [`${at}: a ${table} has the keys "${wanted}", not "${given}"`];
  met.set(table, (met.get(table) ?? 0) + 1);
  return Object.entries(keys).flatMap(([key, shape]) =>
    misfits(shape, value[key], `${at}/${key}`, met),
  );
}

function oneOf(allowed: readonly unknown[], value: unknown, at: string): string[] {
  return allowed.includes(value) ? [] : [`${at}: ${shown(value)} is none of ${allowed.join(', ')}`];
}

function isPlain(shape: Extract<Shape, string>, value: unknown): boolean {
  switch (shape) {
    case 'any':
      return value !== undefined;
    case 'null':
      return value === null;
    case 'int':
      return Number.isSafeInteger(value) && !Object.is(value, -0);
    case 'bool':
      return typeof value === 'boolean';
    case 'object':
      return isObject(value);
    case 'string':
      return typeof value === 'string';
    case 'url':
      return typeof value === 'string' && URL.canParse(value);
    case 'email':
      return typeof value === 'string' && /^[^@\s]+@[^@\s]+$/.test(value);
    case 'date':
      return typeof value === 'string' && isDate(value);
    case 'timestamp':
      return typeof value === 'string' && isTimestamp(value);
  }
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function isTimestamp(text: string): boolean {
  const [, local = '', , , hours = '', minutes = ''] = timestamp.exec(text) ?? [];
  if (local === '' || Number(hours) > 23 || Number(minutes) > 59) return false;
  const time = Date.parse(`${local}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(local);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
