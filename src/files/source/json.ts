// A strict JSON parser that reports the offsets of all keys and values. It is much slower than JSON.parse, so it is
// used only where offsets or the written form are needed. It is not recursive, so deep nesting cannot overflow the call
// stack.
import { pointerStep } from '../../problems/problem.js';

/** Functions that are called for values and keys, in the order of the text. Offsets are in UTF-16 units. */
interface Visitor {
  /** Called where a value begins. `path` leads from the outermost value to this value. */
  readonly value?: (at: number, path: Path) => void;
  /** Called for a string, number, true, false or null: the text from `at` up to `end`. */
  readonly scalar?: (at: number, end: number, path: Path) => void;
  /** Called for a key: the text from `at` up to `end`, with its quotes. The last step of `path` is this key. */
  readonly key?: (at: number, end: number, path: Path) => void;
}

/** The keys and indices that lead from the outermost value to the current value. `pointer`: as a JSON Pointer. */
export interface Path {
  readonly depth: number;
  readonly step: (depth: number) => string | number;
  readonly pointer: () => string;
}

/** The place at which a text is no longer JSON. */
export interface SyntaxFault {
  readonly at: number;
  /**
   * The character at `at`; empty at the end of the text. For a control character in a string, a quote and this
   * character.
   */
  readonly found: string;
}

/** The end of the value that was read, or the first fault in the text. */
export type Walked = { readonly end: number } | { readonly fault: SyntaxFault };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;

/** Reads the JSON value that begins at `from`, and calls the functions of `visitor`. */
export function walkJson(text: string, from: number, visitor: Visitor): Walked {
  try {
    return { end: new JsonWalk(text, visitor).run(from) };
  } catch (error) {
    if (error instanceof NoJson) return { fault: error.fault };
    throw error;
  }
}

/** Thrown where the text is no longer JSON. */
class NoJson extends Error {
  constructor(readonly fault: SyntaxFault) {
    super();
  }
}

class JsonWalk implements Path {
  /** For each open list or object, the current index or key. */
  readonly #steps: (string | number)[] = [];

  constructor(
    private readonly text: string,
    private readonly visitor: Visitor,
  ) {}

  get depth(): number {
    return this.#steps.length;
  }

  step(depth: number): string | number {
    return this.#steps[depth]!;
  }

  pointer(): string {
    return this.#steps.map(pointerStep).join('');
  }

  /** Reads the value that begins at `from`, and returns its end. */
  run(from: number): number {
    let at = skip(this.text, from);
    for (;;) {
      this.visitor.value?.(at, this);
      const first = this.#firstInside(at);
      if (first !== undefined) {
        at = first;
        continue;
      }
      at = this.#closed(this.#end(at));
      if (this.depth === 0) return at;
      at = this.#following(at);
    }
  }

  /** The offset of the first value in the list or object at `at`; undefined for an empty one, or for other values. */
  #firstInside(at: number): number | undefined {
    const first = this.text[at];
    if (first !== '{' && first !== '[') return undefined;
    const inside = skip(this.text, at + 1);
    if (this.text[inside] === CLOSING[first]) return undefined;
    this.#steps.push(0);
    return first === '{' ? this.#key(inside) : inside;
  }

  /** The offset after the string, number, true, false, null, `[]` or `{}` that begins at `at`. */
  #end(at: number): number {
    const first = this.text[at];
    if (first === '{' || first === '[') return skip(this.text, at + 1) + 1;
    const end = first === '"' ? stringEnd(this.text, at) : tokenEnd(this.text, at);
    this.visitor.scalar?.(at, end, this);
    return end;
  }

  /**
   * After a value: closes the lists and objects that end here. Returns the offset of the comma before the next value.
   * If everything is closed, returns the end of the outermost value.
   */
  #closed(end: number): number {
    let at = end;
    while (this.depth > 0) {
      const next = skip(this.text, at);
      if (this.text[next] === ',') return next;
      const isList = typeof this.#steps.at(-1) === 'number';
      if (this.text[next] !== (isList ? ']' : '}')) throw new NoJson(fault(this.text, next));
      at = next + 1;
      this.#steps.pop();
    }
    return at;
  }

  /** The offset of the value after a comma. In an object, first reads the key of this value. */
  #following(comma: number): number {
    const at = skip(this.text, comma + 1);
    const step = this.#steps.at(-1);
    if (typeof step !== 'number') return this.#key(at);
    this.#steps[this.depth - 1] = step + 1;
    return at;
  }

  /** Reads a key, and returns where its value begins. */
  #key(at: number): number {
    const { text } = this;
    if (text[at] !== '"') throw new NoJson(fault(text, at));
    const end = stringEnd(text, at);
    this.#steps[this.depth - 1] = JSON.parse(text.slice(at, end));
    this.visitor.key?.(at, end, this);
    const colon = skip(text, end);
    if (text[colon] !== ':') throw new NoJson(fault(text, colon));
    return skip(text, colon + 1);
  }
}

const CLOSING = { '{': '}', '[': ']' };

/** The first offset from `at` on that is not white space. */
export function skip(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.test(text);
  return SPACE.lastIndex;
}

/** Returns the fault for a character that is not allowed at this offset. */
export function fault(text: string, at: number): SyntaxFault {
  if (at >= text.length) return { at: text.length, found: '' };
  return { at, found: String.fromCodePoint(text.codePointAt(at)!) };
}

// The end of the number, true, false or null that begins at `at`. Throws where it is invalid.
function tokenEnd(text: string, at: number): number {
  for (const literal of ['true', 'false', 'null']) {
    if (text[at] !== literal[0]) continue;
    for (let i = 0; i < literal.length; i++) {
      if (text[at + i] !== literal[i]) throw new NoJson(fault(text, at + i));
    }
    return at + literal.length;
  }
  NUMBER.lastIndex = at;
  if (!NUMBER.test(text)) throw new NoJson(fault(text, text[at] === '-' ? at + 1 : at));
  const end = NUMBER.lastIndex;
  // In `1.` and `1e`, the pattern matched only `1`. The fault is after the point or the `e`, where a digit is missing.
  const lacks = /\.|[eE][+-]?/y;
  lacks.lastIndex = end;
  if (lacks.test(text)) throw new NoJson(fault(text, lacks.lastIndex));
  return end;
}

// The end of the string that begins at `at`. Throws where it is invalid.
function stringEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return i + 1;
    if (code < 0x20) throw new NoJson({ at: i, found: `"${text[i]}` });
    if (code === 0x5c) {
      const escaped = text.charAt(i + 1);
      if (escaped === 'u') {
        for (let digit = i + 2; digit < i + 6; digit++) {
          if (!/[0-9a-fA-F]/.test(text.charAt(digit))) throw new NoJson(fault(text, digit));
        }
        i += 5;
      } else if ('"\\/bfnrt'.includes(escaped)) i++;
      else throw new NoJson(fault(text, i + 1));
    }
  }
  throw new NoJson(fault(text, text.length));
}
