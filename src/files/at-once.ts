// Runs work for many items in parallel, such as requests. After the first failure, no further item is started.

/** The default number of items at the same time. */
const AT_ONCE = 16;

/**
 * Runs the work for each item, up to `most` at the same time. If one fails, throws after all that were started have
 * ended.
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
