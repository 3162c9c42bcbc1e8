// The page `Deploying` of src/hosts/README.md: its parts, and the jobs of CI that are put together from them.
import { parse } from 'yaml';
import { pageOf, partOf as partOfPage } from '../pages/pages.js';

/** What stands below one heading. */
interface Part {
  readonly title: string;
  /** All but what is within fences. */
  readonly words: string;
  readonly shell: readonly string[];
  readonly yaml: readonly string[];
}

/** The part of a host, with the one around it, which says what several hosts share. */
export interface HostPart extends Part {
  readonly group: Part;
}

/** A step of a job, as GitHub takes it. */
export interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A workflow of GitHub's, as far as it is looked at here. */
export interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: {
    readonly deploy: {
      readonly env: Readonly<Record<string, string>>;
      readonly steps: readonly Step[];
    };
  };
}

export const page = partOfPage(pageOf('src/hosts/README.md'), 'Deploying');

const FENCED = /^```(\w+)\n([\s\S]*?)^```$/gm;

function partOf(text: string): Part {
  const [title = ''] = text.split('\n', 1);
  const blocks = [...text.matchAll(FENCED)];
  const inLanguage = (wanted: string) =>
    blocks.flatMap(([, language, block]) => (language === wanted ? [block!] : []));
  const words = text.replace(FENCED, '');
  return { title, words, shell: inLanguage('sh'), yaml: inLanguage('yaml') };
}

const groups = page
  .split(/^### (?!#)/m)
  .slice(1)
  .map((text) => text.split(/^#### /m).map(partOf));

const groupNamed = (name: string): Part => groups.find(([group]) => group!.title === name)![0]!;

export const byHand = groupNamed('By hand');
export const [workflowText] = groupNamed('In CI').yaml as readonly [string];
export const hostParts: readonly HostPart[] = groups.flatMap(([group, ...parts]) =>
  parts.map((part) => ({ ...part, group: group! })),
);

/** A host's name in the place of that of the group's example. */
const forHost = (text: string, { title, group }: HostPart): string =>
  group.title === 'Machines of your own'
    ? text.replaceAll('--host nginx', `--host ${title}`)
    : text;

/** All that a host's part says to do in a shell, in its order; what is for a second shell comes last. */
export function scriptsOf(part: HostPart): string[] {
  const second = /in another shell: `([^`]*)`/.exec(part.words)?.[1];
  const scripts = [...part.group.shell, ...part.shell, ...(second ? [second] : [])];
  return scripts.map((text) => forHost(text, part));
}

/** The jobs of a host: the workflow with each block of steps that its part or its group has. */
export function jobsOf(part: HostPart): string[] {
  const blocks = [...part.yaml, ...part.group.yaml].map((text) => forHost(text, part));
  const permissions = blocks.find((text) => text.startsWith('permissions:'));
  const own = part.yaml.length > 0 ? part.yaml : blocks;
  return own
    .filter((text) => text.startsWith('      - '))
    .map((steps) => {
      const text = workflowText.replace(/^ *# Here go the steps of the host\.\n/m, steps);
      return permissions ? text.replace(/^permissions:\n(?: .*\n)+/m, permissions) : text;
    });
}

export const readWorkflow = (text: string) => parse(text) as Workflow;

/** A pipeline of GitLab's, as far as it is looked at here. */
interface Pipeline {
  readonly default: { readonly before_script: readonly string[] };
  readonly 'create-pages': {
    readonly script: readonly string[];
    readonly pages: { readonly publish: string };
  };
  readonly verify: { readonly script: readonly string[] };
}

export const readPipeline = () =>
  parse(hostParts.find(({ title }) => title === 'gitlab-pages')!.yaml[0]!) as Pipeline;
