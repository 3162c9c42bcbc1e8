// Advice for a rule that fails: the flag of `build` or `verify` that corrects it, where there is one.
// Each is a promise: with that flag, the rule holds.
import type { Host } from '../../hosts/host.js';
import { hosts as allHosts } from '../../hosts/index.js';
import { baseUrlOf } from '../http/base-url.js';
import { objectIn } from '../http/list-body.js';
import type { VerifyRule } from './rules/rule.js';
import type { DeploymentSurvey } from './walk/survey.js';

/** The hosts that the user named for a deployment. */
export type NamedHosts = readonly Pick<Host, 'name' | 'can'>[];

/** What is wrong with the base URL, or else which hosts can keep the rule; null where there is neither. */
export function hintFor(
  { isOfLinks, ability }: Pick<VerifyRule, 'isOfLinks' | 'ability'>,
  survey: DeploymentSurvey,
  named: NamedHosts,
): string | null {
  if (isOfLinks) return hintOfBase(survey);
  if (ability === undefined || 'folder' in survey.over) return null;
  const able = allHosts.filter(({ can }) => can.includes(ability)).map(({ name }) => name);
  const what = 'what makes a host do so';
  const meant = named.filter(({ name }) => able.includes(name));
  if (meant.length > 0) {
    const flags = meant.map(({ name }) => `--host ${name}`).join(' ');
    return `build ${flags} writes ${what}: is it in force at this address?`;
  }
  return `build --host NAME writes ${what} (${able.join(', ')}); with verify --host NAME only what a host can is wanted`;
}

/** Says what to do about links of the root index that begin with another base URL; null where none does. */
function hintOfBase({ base, mirror, index }: DeploymentSurvey): string | null {
  const prefix = baseUrlOf(objectIn(index));
  if (prefix === undefined || prefix === base) return null;
  const ofMirror = `verify --mirror-of ${prefix}`;
  if (mirror !== undefined) return `${ofMirror}: the links begin with it`;
  const ofOwn = `if readers use this address: build --base-url ${base}`;
  return `${ofOwn} (the links begin with ${prefix}); if it is a mirror: ${ofMirror}`;
}
