// Where npm has this tool from → what the package.json of a new portal depends on. Its name and version are enough only
// where a registry has them: otherwise `npm install` fails, or runs what a stranger publishes under that name.
import { exec } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

/** What a new portal depends on. */
export interface Dependency {
  readonly name: string;
  readonly version: string;
  /** As npm writes it: `2.0.0`, or a path from the portal's folder, `file:../portal-snapshot-2.0.0.tgz`. */
  readonly spec: string;
  /** That path, where it leads out of the portal's folder: other machines do not have what is there. */
  readonly outside?: string;
  /** Only the version of what is installed is known, and the registry does not have it, or gave no answer. */
  readonly isUnregistered?: true;
}

/** What the portal in a folder, which exists, depends on: the package whose folder is `tool`, a real path. */
export async function dependencyOf(folder: string, tool: string): Promise<Dependency> {
  const { name, version } = readJson<{ name: string; version: string }>(join(tool, 'package.json'));
  const atPath = (path: string): Dependency => {
    const way = relative(realpathSync(folder), path).replaceAll('\\', '/');
    const isOutside = way.startsWith('../') || isAbsolute(way);
    return { name, version, spec: `file:${way}`, ...(isOutside && { outside: way }) };
  };
  const users = usersOf(tool);
  if (users.length === 0) return atPath(tool); // a clone
  for (const user of users) {
    const spec = specIn(join(user, 'package.json'), name);
    const path = /^(?:file|link):(.*)/.exec(spec ?? '')?.[1];
    if (path !== undefined && existsSync(resolve(user, path))) return atPath(resolve(user, path));
    if (spec === undefined || path !== undefined) continue;
    // A path in a repository, or an address of a tarball; else a version, a range or a tag.
    return { name, version, spec: spec.includes('/') ? spec : version };
  }
  // Of what is installed for all folders npm keeps no record.
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

/** What a package.json says of a package that it depends on; undefined where there is none, or it says nothing. */
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

/** Asks the registry that npm is set to use. */
async function isRegistered(name: string, version: string, cwd: string): Promise<boolean> {
  const command = `npm view ${name}@${version} version --fetch-retries=0 --fetch-timeout=5000`;
  return promisify(exec)(command, { cwd }).then(
    ({ stdout }) => stdout.trim() === version,
    () => false,
  );
}
