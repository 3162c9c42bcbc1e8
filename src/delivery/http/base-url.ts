// The base URL of a deployment: the beginning of its links.
import { isObject } from '../../model/fields.js';

/**
 * Finds the base URL for an address that is given with or without `/api/`; a base URL may itself end in `/api`.
 * `isThere`: returns whether the API is below a base URL.
 */
export async function findBase(
  { href }: URL,
  isThere: (base: string) => Promise<boolean>,
): Promise<string> {
  const whole = href.replace(/\/+$/, '');
  const base = whole.replace(/\/api(\/index\.json)?$/, '');
  if ((await isThere(base)) || base === whole) return base;
  return (await isThere(whole)) ? whole : base;
}

/**
 * The base URL in the links of a root index: `https://a.org/api/region/` → `https://a.org`; undefined if no link fits.
 */
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
