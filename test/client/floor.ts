// The oldest browsers in which the client runs, as its page says.
import { pageOf } from '../pages/pages.js';

/** A version for each browser, by the names that tools have for them. */
export function floor(): Readonly<Record<string, string>> {
  const says = /Chrome (\d+), Edge (\d+),\s+Firefox (\d+), Safari ([\d.]+)/;
  const versions = says.exec(pageOf('src/client/README.md'))!.slice(1);
  return Object.fromEntries(
    ['chrome', 'edge', 'firefox', 'safari'].map((name, i) => [name, versions[i]!]),
  );
}
