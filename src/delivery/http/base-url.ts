// Finds the base URL of a deployment, from its address or from its links.
import { isObject } from '../../model/fields.js';

/**
 * Finds the base URL that an address means: `https://a.org` for `https://a.org/api/`. Because a base URL may itself end
 * in `/api`, the address is also tried as it is. `isThere`: returns whether there is an API below a base URL.
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
 * The base URL in the links of `/api/`: `https://a.org` for `https://a.org/api/region/`; undefined if no link has
 * this form.
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
