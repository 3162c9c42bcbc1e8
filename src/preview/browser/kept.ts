// What the browser keeps for the page: its choices for good, what is typed as long as the tab is open. Where the user
// blocks that, or there is too much of it, nothing is kept.
type StorageName = 'localStorage' | 'sessionStorage';

/** What is kept by a name; null where nothing is. */
export function keptIn(storage: StorageName, name: string): string | null {
  try {
    return window[storage].getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text by a name, in the place of the one before; null: keeps none. */
export function keepIn(storage: StorageName, name: string, text: string | null): void {
  try {
    window[storage].removeItem(name);
    if (text !== null) window[storage].setItem(name, text);
  } catch {
    // The page works without it.
  }
}
