// Advice for a rule that fails: the flag of `build` or `verify` that corrects it, where there is one.
// Each is a promise: with that flag, the rule holds.

import type { Ability, Host } from '../../hosts/host.js';
import { hosts as allHosts } from '../../hosts/index.js';
import { isObject } from '../../model/fields.js';
import { parsedBody } from '../http/list-body.js';
import { baseOfFolder } from '../http/target.js';
import type { DeploymentSurvey } from './walk/survey.js';

/** The hosts that the user named for a deployment. */
export type NamedHosts = readonly Pick<Host, 'name' | 'can'>[];

/** Finds the flag that corrects a deployment; undefined where the cause is another one. */
export type Correction = (
  survey: DeploymentSurvey,
  named: NamedHosts,
) => string | undefined | Promise<string | undefined>;

/** The rule's own advice, or else which hosts can keep the rule; null where there is neither. */
export async function hintFor(
  { correction, ability }: { readonly correction?: Correction; readonly ability?: Ability },
  survey: DeploymentSurvey,
  named: NamedHosts,
): Promise<string | null> {
  const own = await correction?.(survey, named);
  if (own !== undefined) return own;
  if (ability === undefined || 'folder' in survey.over) return null;
  const able = allHosts.filter(({ can }) => can.includes(ability));
  return hintOfHosts(named, able, 'what makes a host do so', 'is it in force at this address?');
}

/** Compressed siblings are missing: a build for a host writes them unless it is told otherwise. */
export const correctCompression: Correction = (_, named) => {
  const serving = allHosts.filter(({ siblings }) => siblings.length > 0);
  const isAble = named.length === 0 || named.some(({ name }) => isAmong(serving, name));
  if (!isAble) return undefined;
  const what = 'compressed siblings, unless --compress none is set';
  return hintOfHosts(named, serving, what, 'are they at this address?');
};

/** Links begin with another base URL. */
export const correctBase: Correction = ({ base, mirror, index, portal }) => {
  for (const { address, link } of linksIn(index, portal)) {
    const [prefix, more] = link.split(`/api/${address}/`);
    if (prefix === base || more === undefined) continue;
    const ofMirror = `verify --mirror-of ${prefix}`;
    if (mirror !== undefined) return `${ofMirror}: the links begin with it`;
    const ofOwn = `if readers use this address: build --base-url ${base}`;
    return `${ofOwn} (the links begin with ${prefix}); if it is a mirror: ${ofMirror}`;
  }
  return undefined;
};

/** Links cannot be served: they end in a slash without a directory index, or in an ignored query. */
export const correctLinks: Correction = (survey, named) => {
  const { home, index, portal, lists } = survey;
  const isPath = linksIn(index, portal).some(({ link }) => link.endsWith('/'));
  if (home !== '' && isPath)
    return 'build --links file: no address that ends in a slash is answered';
  const isDeaf = lists.some(
    ({
      below,
      forward: {
        pages: [first, second],
      },
    }) => {
      return second?.url.startsWith(`${below}?`) && second.hash === first?.hash;
    },
  );
  return isDeaf
    ? 'build --links path: page 1 is the answer to every query'
    : correctBase(survey, named);
};

/** The local snapshot was built for another base URL. */
export const correctAgainst: Correction = async ({ against, base, portal }) => {
  const local = against && (await baseOfFolder(against, portal));
  if (!local || local === base) return undefined;
  return `compare with a build --base-url ${base} (the links of the local snapshot begin with ${local})`;
};

/** Says what `build` writes for those of the named hosts that can use it, or else for any host. */
function hintOfHosts(
  named: NamedHosts,
  able: readonly Host[],
  what: string,
  doubt: string,
): string {
  const meant = named.filter(({ name }) => isAmong(able, name)).map(({ name }) => name);
  if (meant.length > 0) {
    const flags = meant.map((name) => `--host ${name}`).join(' ');
    return `build ${flags} writes ${what}: ${doubt}`;
  }
  const names = able.map(({ name }) => name).join(', ');
  return `build --host NAME writes ${what} (${names}); with verify --host NAME only what a host can is wanted`;
}

const isAmong = (hosts: readonly Host[], name: string): boolean =>
  hosts.some((host) => host.name === name);

/** The links of a root index to the addresses of the portal. */
function linksIn(
  index: DeploymentSurvey['index'],
  portal: DeploymentSurvey['portal'],
): { address: string; link: string }[] {
  const read = parsedBody(index);
  const value = 'value' in read ? read.value : undefined;
  return portal.index.flatMap(({ key, address }) => {
    const link = isObject(value) ? value[key] : undefined;
    return typeof link === 'string' ? [{ address, link }] : [];
  });
}
