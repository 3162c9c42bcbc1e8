// Runs work for many items in parallel, such as requests; after the first failure, no further item is begun.

/** How many items are worked on at once by default. */
const AT_ONCE = 16;

/** Does the work for each item, up to `most` at once. If one fails, throws once all that were begun have ended. */
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
