// The base URL of a deployment: the part with which its links begin.
import { isObject } from '../../model/fields.js';

/** The base URL in the links of a root index: `https://a.org/api/region/` → `https://a.org`; undefined if none fits. */
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
