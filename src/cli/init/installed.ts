// From where npm installed this tool → the dependency in the package.json of a new portal. Name and version suffice
// only if a registry has them: otherwise `npm install` fails, or installs what a stranger publishes under that name.
import { exec } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The dependency of a new portal on this tool. */
export interface Dependency {
  readonly name: string;
  readonly version: string;
  /** As npm writes it: `3.0.0`, or a path from the portal's folder, `file:../portal-snapshot-3.0.0.tgz`. */
  readonly spec: string;
  /** The path of `spec`, if it leads out of the portal's folder: other machines do not have the tool there. */
  readonly outside?: string;
  /** Only the installed version is known, and the registry does not have it, or gave no answer. */
  readonly isUnregistered?: true;
}

/** The dependency for the portal in `folder`, which exists. `tool`: the real path of this package's own folder. */
export async function dependencyOf(folder: string, tool: string): Promise<Dependency> {
  const { name, version } = readJson<{ name: string; version: string }>(join(tool, 'package.json'));
  const atPath = (path: string): Dependency => {
    const way = relative(realpathSync(folder), path).replaceAll('\\', '/');
    const isOutside = /^\.\.(?:\/|$)/.test(way) || isAbsolute(way);
    return { name, version, spec: `file:${way}`, ...(isOutside && { outside: way }) };
  };
  const users = usersOf(tool);
  if (users.length === 0) return atPath(tool); // a clone
  for (const user of users) {
    const spec = specIn(join(user, 'package.json'), name);
    const path = /^(?:file|link):(.*)/.exec(spec ?? '')?.[1];
    if (path !== undefined && existsSync(resolve(user, path))) return atPath(resolve(user, path));
    if (spec === undefined || path !== undefined) continue;
    // With a slash it is a repository or a tarball; without one, a version, a range or a tag.
    return { name, version, spec: spec.includes('/') ? spec : version };
  }
  // npm does not record from where it installed a global package.
  return (await isRegistered(name, version, folder))
    ? { name, version, spec: version }
    : { ...atPath(tool), isUnregistered: true };
}

/** The folders above a package in whose `node_modules` it is, the nearest first. */
function usersOf(tool: string): string[] {
  const above = dirname(tool);
  if (above === tool) return [];
  return [...(basename(above) === 'node_modules' ? [dirname(above)] : []), ...usersOf(above)];
}

/** The version, range or address of a dependency in a package.json; undefined without such a file or dependency. */
export function specIn(file: string, name: string): string | undefined {
  try {
    const { dependencies, devDependencies } = readJson<Partial<Record<string, Specs>>>(file);
    return dependencies?.[name] ?? devDependencies?.[name];
  } catch {
    return undefined;
  }
}
type Specs = Readonly<Record<string, string>>;

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** Whether the registry that npm uses has a version of a package; false if it gives no answer. */
async function isRegistered(name: string, version: string, cwd: string): Promise<boolean> {
  const command = `npm view ${name}@${version} version --fetch-retries=0 --fetch-timeout=5000`;
  return promisify(exec)(command, { cwd }).then(
    ({ stdout }) => stdout.trim() === version,
    () => false,
  );
}
