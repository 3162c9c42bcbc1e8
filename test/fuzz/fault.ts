// What the fuzzer looks for, and how it calls the tool.
import { UsageError } from '../../src/index.js';
import { explain } from '../../src/problems/failure.js';
import type { Tree } from '../support/tree.js';

/** Something that is not as it has to be. */
export class Fault extends Error {
  override name = 'Fault';
}

/** Milliseconds in which any command is done with so little. */
const LONGEST = 30_000;

/** What some work gives, or the error by which the tool says what is wrong; any other error is a fault, and so is a hang. */
export async function attempt<T>(what: string, work: () => Promise<T>): Promise<T | UsageError> {
  const start = performance.now();
  const done = await work().catch(named);
  const ms = performance.now() - start;
  if (ms > LONGEST) throw new Fault(`${what} takes ${Math.round(ms / 1000)} s`);
  return done;

  function named(error: NodeJS.ErrnoException): UsageError {
    if (error instanceof UsageError) return error;
    if (error.code !== undefined && explain(error)[0] !== error.message) {
      return new UsageError(error.code);
    }
    throw new Fault(`${what} fails: ${error.stack}`, { cause: error });
  }
}

/** Expects nothing: each of these lines says what is wrong. */
export function mustBeNone(what: string, faults: readonly string[]): void {
  if (faults.length === 0) return;
  throw new Fault(`${what}: ${faults.slice(0, 5).join('\n  ')} (${faults.length} in all)`);
}

/** Files of `right` that are missing in `found`, or have other bytes there. */
export function wrong(found: Tree, right: Tree): string[] {
  return [...right].flatMap(([path, bytes]) => {
    const there = found.get(path);
    if (there?.equals(bytes)) return [];
    return there ? `${path} has other bytes` : `${path} is missing`;
  });
}
