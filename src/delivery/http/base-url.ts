// What the links of a deployment begin with.
import { isObject } from '../../model/fields.js';

/** The base URL of a snapshot, as the links of its root index say it; undefined if they do not. */
export function baseUrlOf(rootIndex: unknown): string | undefined {
  if (!isObject(rootIndex)) return undefined;
  for (const [key, link] of Object.entries(rootIndex)) {
    if (typeof link !== 'string') continue;
    const base = link.replace(/index\.json$/, '');
    const end = `/api/${key}/`;
    const isUsable = base.endsWith(end) && URL.canParse(base) && new URL(base).href === base;
    if (isUsable && /^https?:/.test(base)) return base.slice(0, -end.length);
  }
  return undefined;
}
