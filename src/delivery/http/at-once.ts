// Many things at once, as requests and transfers go; the first failure stops those that have not begun.

/** How many transfers go at once. */
const AT_ONCE = 16;

/** Does the work for each item, up to 16 at once; waits for what has begun before it fails. */
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
