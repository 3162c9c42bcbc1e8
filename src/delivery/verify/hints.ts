// Advice for a rule that fails: the flag of `build` or `verify` that corrects it, if there is one. Each hint is a
// promise: with that flag, the rule passes.
import type { Host } from '../../hosts/host.js';
import { hosts as allHosts } from '../../hosts/index.js';
import { baseUrlOf } from '../http/base-url.js';
import { objectIn } from '../http/json.js';
import { rules, type VerifyRule, type VerifyRuleName } from './rules.js';
import type { VerifiedSite } from './site.js';

/** The hosts that the user named for a deployment. */
export type NamedHosts = readonly Pick<Host, 'name' | 'can'>[];

/** Advice for a failed rule: about the base URL, or about hosts that can keep the rule; null if there is none. */
export function hintFor(
  name: VerifyRuleName,
  site: VerifiedSite | undefined,
  named: NamedHosts,
): string | null {
  if (!site) return null;
  if (name === 'root-index') return hintOfBase(site);
  const { ability }: VerifyRule = rules[name];
  if (ability === undefined || 'folder' in site.over) return null;
  const able = allHosts.filter(({ can }) => can.includes(ability)).map(({ name }) => name);
  const what = 'what makes a host do so';
  const meant = named.filter(({ name }) => able.includes(name));
  if (meant.length > 0) {
    const flags = meant.map(({ name }) => `--host ${name}`).join(' ');
    return `build ${flags} writes ${what}: is it in force at this address?`;
  }
  return `build --host NAME writes ${what} (${able.join(', ')}); with verify --host NAME only what a host can is wanted`;
}

/** Advice if the links of a root index begin with another base URL; null if they do not. */
function hintOfBase({ base, linkBase, index }: VerifiedSite): string | null {
  const prefix = baseUrlOf(objectIn(index));
  if (prefix === undefined || prefix === linkBase) return null;
  const ofMirror = `verify --mirror-of ${prefix}`;
  if (linkBase !== base) return `${ofMirror}: the links begin with it`;
  const ofOwn = `if readers use this address: build --base-url ${base}`;
  return `${ofOwn} (the links begin with ${prefix}); if it is a mirror: ${ofMirror}`;
}
