// Finds what JSON.parse loses or changes without an error, such as a repeated key. Also finds where values begin.
import { isInAny, type Type } from '../../model/fields.js';
import { LIMITS } from '../../model/limits.js';
import { memo } from '../../model/memo.js';
import { pointerStep, pointerSteps } from '../../problems/problem.js';
import { cut } from '../../problems/say.js';
import { type Path, walkJson } from './json.js';
import { EXACT_DIGITS } from './value-scan.js';

/**
 * What JSON.parse would lose or change in a JSON text, or where the text is nested too deep. `at`: the offset in UTF-16
 * units.
 */
export type Defect = { readonly at: number; readonly path: string; readonly inKey: boolean } & (
  | { readonly kind: 'duplicate-key'; readonly key: string }
  | { readonly kind: 'unsafe-integer' | 'number'; readonly source: string }
  | { readonly kind: 'fraction'; readonly source: string }
  | { readonly kind: 'surrogate'; readonly half: string }
  | { readonly kind: 'depth' }
);

/** Finds the defects of a valid JSON text. Values that are nested deeper than {@link LIMITS.depth} are not checked. */
export function findDefects(text: string): Defect[] {
  const defects: Defect[] = [];
  const keys: (Set<string> | undefined)[] = []; // of the open lists and objects, by depth
  let tooDeep = false;
  walkJson(text, 0, {
    value(at, path) {
      keys.length = Math.min(keys.length, path.depth);
      const opens = text[at] === '{' || text[at] === '[';
      if (opens && path.depth >= LIMITS.depth && !tooDeep) {
        tooDeep = true;
        defects.push({ kind: 'depth', at, path: pointerStep(path.step(0)), inKey: false });
      }
    },
    key(at, end, path) {
      if (path.depth > LIMITS.depth) return;
      const key = String(path.step(path.depth - 1));
      keys[path.depth - 1] ??= new Set();
      const known = keys[path.depth - 1]!;
      if (known.has(key)) {
        defects.push({ kind: 'duplicate-key', at, path: path.pointer(), inKey: true, key });
      }
      known.add(key);
      const half = loneSurrogate(text.slice(at, end));
      if (half) defects.push({ kind: 'surrogate', at, path: path.pointer(), inKey: true, half });
    },
    scalar(at, end, path) {
      if (path.depth > LIMITS.depth) return;
      if (text[at] === '"') {
        const half = loneSurrogate(text.slice(at, end));
        if (half) {
          defects.push({ kind: 'surrogate', at, path: path.pointer(), inKey: false, half });
        }
        return;
      }
      const kind = numberDefect(text, at, end);
      if (kind === undefined) return;
      const source = cut(text.slice(at, end), 41);
      defects.push({ kind, at, path: path.pointer(), inKey: false, source });
    },
  });
  return defects;
}

/**
 * Whether a defect makes a difference for a value of this type. Values of any form keep the digits of a fraction, see
 * engine/compile/written.ts.
 */
export const isLossIn = (type: Type, { kind, path }: Defect): boolean =>
  kind !== 'fraction' || !isInAny(type, pointerSteps(path));

/**
 * Puts NaN, which is no whole number, in the place of each number that JSON.parse rounded to a whole number. `defects`:
 * those of the text that was parsed.
 */
export function withFractions(value: unknown, defects: readonly Defect[]): unknown {
  for (const { kind, path } of defects) {
    if (kind !== 'fraction') continue;
    const steps = pointerSteps(path);
    const last = steps.pop();
    if (last === undefined) return Number.NaN;
    const holder = steps.reduce<unknown>((inner, step) => Object(inner)[step], value);
    // If a key is given twice, JSON.parse has kept only its last value, so that the path may lead nowhere.
    if (isHolder(holder)) holder[last] = Number.NaN;
  }
  return value;
}

/** Whether a value is a list or an object. */
const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The first escape in a JSON string that is one half of a surrogate pair, such as \ud83d, without its other half. */
function loneSurrogate(source: string): string | undefined {
  if (!source.includes('\\u')) return undefined;
  const half = /\p{Surrogate}/u.exec(JSON.parse(source))?.[0];
  return half && `\\u${half.charCodeAt(0).toString(16)}`;
}

/**
 * Returns how JSON.parse would change a number. `unsafe-integer`: a double cannot hold this integer exactly. `number`:
 * the double would be infinite, -0, or 0 although the number is not 0. `fraction`: the double would be a whole number
 * although the number is none, such as 1 for 1.00000000000000000001.
 */
function numberDefect(
  text: string,
  at: number,
  end: number,
): 'unsafe-integer' | 'number' | 'fraction' | undefined {
  if (text[at]! > '9') return undefined; // true, false, null
  if (end - at <= EXACT_DIGITS && !/^-0|[eE]/.test(text.slice(at, end))) return undefined;
  const source = text.slice(at, end);
  const { digits, power } = decimalOf(source);
  const value = Number(source);
  if (!Number.isFinite(value) || Object.is(value, -0)) return 'number';
  if (digits === '') return undefined; // a zero
  if (value === 0) return 'number'; // too small for a double
  if (power < 0) return Number.isInteger(value) ? 'fraction' : undefined;
  const exact = BigInt(digits) * 10n ** BigInt(power); // has at most 309 digits, because `value` is finite
  return BigInt(Math.abs(value)) === exact ? undefined : 'unsafe-integer';
}

/** A JSON number as digits × 10^power, without its sign: `120` → `12` and 1, `0.5` → `5` and -1. */
function decimalOf(source: string): { readonly digits: string; readonly power: number } {
  const [, whole = '', fraction = '', exponent = ''] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source)!;
  const { text, zerosBehind } = trimZeros(whole + fraction);
  return { digits: text, power: Number(exponent) - fraction.length + zerosBehind };
}

/** Removes the zeros at both ends, and counts those at the end: `0120` → `12` and 1. */
export function trimZeros(digits: string): { text: string; zerosBehind: number } {
  let start = 0;
  while (digits[start] === '0') start++;
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return { text: digits.slice(start, end), zerosBehind: digits.length - end };
}

/** The place whose offset is wanted: a value, by its JSON Pointer, or with `atKey` the key of the value. */
export interface Wanted {
  readonly path: string;
  readonly atKey: boolean;
}

interface Step {
  readonly below: Map<string, Step>;
  readonly wanted: number[];
}

/**
 * Returns the offsets of values and keys in a JSON text. If one is missing, returns the offset of the innermost value
 * on its path that exists.
 */
export function locate(text: string, wanted: readonly Wanted[]): number[] {
  const offsets: number[] = [];
  const top: Step = { below: new Map(), wanted: [] };
  wanted.forEach(({ path }, index) => {
    let step = top;
    for (const name of pointerSteps(path)) {
      step = memo(step.below, name, () => ({ below: new Map(), wanted: [] }));
    }
    step.wanted.push(index);
  });
  const open: (Step | undefined)[] = []; // the step of the value at each depth
  const stepAt = (path: Path): Step | undefined =>
    path.depth === 0 ? top : open[path.depth - 1]?.below.get(String(path.step(path.depth - 1)));
  const settle = (step: Step, at: number, isKey: boolean) => {
    for (const index of step.wanted) if (wanted[index]!.atKey === isKey) offsets[index] = at;
  };
  walkJson(text, 0, {
    key(at, _end, path) {
      const step = stepAt(path);
      if (step) settle(step, at, true);
    },
    value(at, path) {
      const step = stepAt(path);
      open[path.depth] = step;
      if (!step) return;
      settle(step, at, false);
      // What is wanted inside of this value gets its own offset later, if it exists.
      const pending = [...step.below.values()];
      for (let next = pending.pop(); next; next = pending.pop()) {
        for (const index of next.wanted) offsets[index] = at;
        pending.push(...next.below.values());
      }
    },
  });
  return offsets;
}
