// Runs work for many items, several at the same time. After the first failure, no further item is begun.

/** The default number of items at the same time. */
const AT_ONCE = 16;

/**
 * Runs `work` for each item, for at most `most` at the same time. If one fails, waits for the others that have begun,
 * and then throws.
 */
export async function atOnce<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  most = AT_ONCE,
): Promise<void> {
  let next = 0;
  let failed = false;
  const worker = async (): Promise<void> => {
    while (next < items.length && !failed) {
      try {
        await work(items[next++]!);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: Math.min(most, items.length) }, worker);
  for (const done of await Promise.allSettled(workers)) {
    if (done.status === 'rejected') throw done.reason;
  }
}
