// `init`: makes a folder a portal. Overwrites nothing.
import { say, sentence, type Text } from '../../../problems/say.js';
import { visible } from '../../../problems/text/visible.js';
import type { Run } from '../../command.js';
import type { Initialised } from '../../init/init.js';

interface Given {
  readonly folder: string;
  readonly sample?: boolean;
  readonly data: boolean;
}

export const init: Run<Given> = async ({ folder, sample = false, data }, { portal, lang }) => {
  const { hosts } = await import('../../../hosts/index.js');
  const { init } = await import('../../init/init.js');
  const names = hosts.map(({ name }) => name);
  const wanted = { folder, hosts: names, sample, withData: data, lang };
  const done = await init(portal, wanted);
  const lines = linesOf(done).map((line) => visible(say(line, lang)));
  return { ok: true, output: lines };
};

function linesOf({
  written,
  kept,
  version,
  isListed,
  lacking,
  up,
}: Initialised): (Text | string)[] {
  return [
    ...written.map((file) => sentence('{file}: written', { file })),
    ...kept.map((file) => sentence('{file}: was there, left as it is', { file })),
    ...lacking.map(([file, lines]) =>
      sentence('{file} lacks these lines: {lines}', { file, lines: lines.join('  ') }),
    ),
    ...toolLines(written.includes('package.json'), isListed, version),
    ...(written.length > 0
      ? [sentence('To keep the portal in git, in its folder:'), ...commitLines(up)]
      : []),
    kept.includes('README.md')
      ? sentence(
          'Then: npm install && npx portal-snapshot check. data/README.md is the guide for editors.',
        )
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

/** The git commands that commit a new portal. `up`: see {@link Initialised.up}. */
const commitLines = (up: string): Text[] => [
  ...(up === ''
    ? ['  git init --initial-branch main', '  git add --all']
    : [`  git add . ${up}/.github/workflows`]
  ).map((text) => ({ text })),
  sentence('  git commit -m "A new portal"'),
];
