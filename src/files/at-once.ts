// Runs an asynchronous function for many items, several at the same time.

/** How many items are worked on at the same time, by default. */
const AT_ONCE = 16;

/**
 * Runs `work` for each item, for at most `most` items at the same time. After a failure, begins no further item, waits
 * for the items that have begun, and then throws the error.
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
