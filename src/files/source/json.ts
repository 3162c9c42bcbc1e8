// A strict JSON parser that tells where everything stands. JSON.parse is many times faster and reads
// all good data; this one only reads again what has problems. It keeps a stack of its own, so that
// deep nesting cannot overflow the call stack.
import { pointerStep } from '../../problems/problem.js';

/** Called for values and keys, in the order of the text; offsets are in UTF-16 units. */
interface Visitor {
  /** A value begins; `path` may be asked for its pointer. */
  readonly value?: (at: number, path: Path) => void;
  /** A value that is neither a list nor an object ended. */
  readonly scalar?: (at: number, end: number, path: Path) => void;
  /** A key, as it is written with its quotes; `path` ends in it. */
  readonly key?: (at: number, end: number, path: Path) => void;
}

/** The way from the outermost value to the current one. */
export interface Path {
  readonly depth: number;
  readonly step: (depth: number) => string | number;
  readonly pointer: () => string;
}

/** Where a text stops being JSON, and what stands there. */
export interface SyntaxFault {
  readonly at: number;
  /** A character; empty at the end of the text; `"` and the character if it is a control in a string. */
  readonly found: string;
}

/** Where one value in a text ends, or where the text stops being JSON. */
export type Walked = { readonly end: number } | { readonly fault: SyntaxFault };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;

/** Walks the one value that begins at `from`. */
export function walkJson(text: string, from: number, visitor: Visitor): Walked {
  const steps: (string | number)[] = []; // of each open list or object: the current index or key
  const path: Path = {
    get depth() {
      return steps.length;
    },
    step: (depth) => steps[depth]!,
    pointer: () => steps.map(pointerStep).join(''),
  };
  let at = skip(text, from);

  const key = (): SyntaxFault | undefined => {
    if (text[at] !== '"') return fault(text, at);
    const end = stringEnd(text, at);
    if (typeof end !== 'number') return end;
    steps[steps.length - 1] = JSON.parse(text.slice(at, end));
    visitor.key?.(at, end, path);
    at = skip(text, end);
    if (text[at] !== ':') return fault(text, at);
    at = skip(text, at + 1);
    return undefined;
  };

  for (;;) {
    // A value begins here.
    visitor.value?.(at, path);
    const first = text[at];
    const start = at;
    if (first === '{' || first === '[') {
      at = skip(text, at + 1);
      if (text[at] === (first === '{' ? '}' : ']')) {
        at++;
      } else {
        steps.push(first === '{' ? '' : 0);
        if (first === '{') {
          const wrong = key();
          if (wrong) return { fault: wrong };
        }
        continue;
      }
    } else if (first === '"') {
      const end = stringEnd(text, at);
      if (typeof end !== 'number') return { fault: end };
      at = end;
      visitor.scalar?.(start, at, path);
    } else {
      const end = tokenEnd(text, at);
      if (typeof end !== 'number') return { fault: end };
      at = end;
      visitor.scalar?.(start, at, path);
    }
    // A value has ended; so may have the lists and objects around it.
    for (;;) {
      if (steps.length === 0) return { end: at };
      at = skip(text, at);
      const inList = typeof steps[steps.length - 1] === 'number';
      if (text[at] === ',') {
        at = skip(text, at + 1);
        if (inList) {
          steps[steps.length - 1] = (steps[steps.length - 1] as number) + 1;
        } else {
          const wrong = key();
          if (wrong) return { fault: wrong };
        }
        break;
      }
      if (text[at] !== (inList ? ']' : '}')) return { fault: fault(text, at) };
      at++;
      steps.pop();
    }
  }
}

/** The first place after white space. */
export function skip(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.test(text);
  return SPACE.lastIndex;
}

/** The fault of having, at a place, what should not be there. */
export function fault(text: string, at: number): SyntaxFault {
  if (at >= text.length) return { at: text.length, found: '' };
  return { at, found: String.fromCodePoint(text.codePointAt(at)!) };
}

// The end of the number, true, false or null that begins at `at`, or where it goes wrong.
function tokenEnd(text: string, at: number): number | SyntaxFault {
  for (const literal of ['true', 'false', 'null']) {
    if (text[at] !== literal[0]) continue;
    for (let i = 0; i < literal.length; i++) {
      if (text[at + i] !== literal[i]) return fault(text, at + i);
    }
    return at + literal.length;
  }
  NUMBER.lastIndex = at;
  if (!NUMBER.test(text)) return fault(text, text[at] === '-' ? at + 1 : at);
  const end = NUMBER.lastIndex;
  // A point or an exponent that the number did not take lacks its digits.
  const lacks = /\.|[eE][+-]?/y;
  lacks.lastIndex = end;
  return lacks.test(text) ? fault(text, lacks.lastIndex) : end;
}

// The end of the string that begins at `at`, or where it goes wrong.
function stringEnd(text: string, at: number): number | SyntaxFault {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return i + 1;
    if (code < 0x20) return { at: i, found: `"${text[i]}` };
    if (code === 0x5c) {
      const escaped = text[i + 1];
      if (escaped === 'u') {
        for (let digit = i + 2; digit < i + 6; digit++) {
          if (!/[0-9a-fA-F]/.test(text[digit] ?? '')) return fault(text, digit);
        }
        i += 5;
      } else if (escaped !== undefined && '"\\/bfnrt'.includes(escaped)) i++;
      else return fault(text, i + 1);
    }
  }
  return fault(text, text.length);
}
