// `init`: makes a folder a portal. Overwrites nothing.

import { resolve } from 'node:path';
import { hosts } from '../../../hosts/index.js';
import { commandFor, pathArgument } from '../../../problems/commands.js';
import { refused } from '../../../problems/problem.js';
import { shellQuoted } from '../../../problems/quote.js';
import { say, sentence, type Text } from '../../../problems/say.js';
import { visible } from '../../../problems/text/visible.js';
import { portalNamed } from '../../../snapshot/settings/portal.js';
import type { Run } from '../../command.js';
import type { Initialised } from '../../init/init.js';
import { init as initPortal } from '../../init/init.js';

interface Given {
  readonly folder: string;
  readonly sample?: boolean;
  readonly own?: boolean;
  readonly data: boolean;
}

export const init: Run<Given> = async (given, { portal, lang }) => {
  const { folder, sample = false, data } = given;
  const names = hosts.map(({ name }) => name);
  const isNamed = (await portalNamed(folder)) !== undefined;
  if (isNamed && sample) {
    throw refused('{folder} has a portal of its own, without sample records: leave --sample out', {
      folder,
    });
  }
  const own = isNamed ? 'named' : given.own ? 'new' : undefined;
  const wanted = { folder, hosts: names, sample, own, withData: data, lang } as const;
  const done = await initPortal(portal, wanted);
  const lines = linesOf(done, folder).map((line) => visible(say(line, lang)));
  return { ok: true, output: lines };
};

function linesOf(
  { written, kept, version, isListed, lacking, up }: Initialised,
  folder: string,
): (Text | string)[] {
  const enter = resolve(folder) === resolve('.') ? [] : [`cd ${shellQuoted(pathArgument(folder))}`];
  const isNew = written.length > 0;
  const steps = [...(isNew ? [] : enter), 'npm install', commandFor({}, 'check')];
  return [
    ...written.map((file) => sentence('{file}: written', { file })),
    ...kept.map((file) => sentence('{file}: was there, left as it is', { file })),
    ...lacking.map(([file, lines]) =>
      sentence('{file} lacks these lines: {lines}', { file, lines: lines.join('  ') }),
    ),
    ...toolLines(written.includes('package.json'), isListed, version),
    ...(isNew
      ? [sentence('To keep the portal in git, in its folder:'), ...commitLines(enter, up)]
      : []),
    ...(written.includes('.gitattributes')
      ? [
          sentence('So that git merges data files by records, run in each clone: {command}', {
            command: `git config merge.portal-snapshot.driver "${commandFor({}, 'merge')} --driver %O %A %B %P"`,
          }),
        ]
      : []),
    kept.includes('README.md')
      ? sentence('Then: {steps}. data/README.md is the guide for editors.', {
          steps: steps.join(' && '),
        })
      : sentence('README.md tells the rest; it begins with "npm install".'),
  ];
}

/** Explains how the portal's `package.json` can depend on this tool, even if npm's registry does not have the tool. */
function toolLines(isWritten: boolean, isListed: boolean, version: string): Text[] {
  if (isWritten)
    return [
      sentence(
        "package.json: the portal needs portal-snapshot {version}. If npm's registry does not have it, put a tarball of it (npm pack) into the folder, and run there: npm install ./portal-snapshot-{version}.tgz",
        { version },
      ),
    ];
  if (isListed) return [];
  return [
    sentence(
      'package.json does not depend on portal-snapshot yet: npm install portal-snapshot@{version}, or npm install PATH if yours is a tarball or a folder',
      { version },
    ),
  ];
}

/**
 * The commands that commit a new portal. `enter`: the command that enters its folder, if it is another one. `up`: see
 * {@link Initialised.up}.
 */
const commitLines = (enter: readonly string[], up: string): (Text | string)[] => [
  ...[
    ...enter,
    ...(up === ''
      ? ['git init --initial-branch main', 'git add --all']
      : [`git add . ${up}/.github/workflows`]),
  ].map((command) => `  ${command}`),
  sentence('  git commit -m "A new portal"'),
];
