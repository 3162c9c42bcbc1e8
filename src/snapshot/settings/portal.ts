// Loads the portal that the setting `portal` names: a module of the user, or a package.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { codeFolder } from '../../files/shipped.js';
import { mustFitTogether } from '../../model/check/portal.js';
import type { Portal } from '../../model/endpoint.js';
import { refused, UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { readSettingsFile } from './file.js';
import { CONFIG } from './name.js';

/**
 * The portal that the settings file names; undefined if it names none. Throws a {@link UsageError} for a module that is
 * missing, fails, or has wrong declarations.
 */
export async function portalNamed(cwd: string, config?: string): Promise<Portal | undefined> {
  const { portal: named } = readSettingsFile(cwd, config);
  if (named === undefined) return undefined;
  if (typeof named !== 'string' || named === '')
    throw refused(
      'portal: must be the path of a module, such as ./portal/index.js, or the name of a package, not {found}',
      { found: quote(named) },
    );
  const settingsFile = resolve(cwd, config ?? CONFIG);
  const module = await moduleOf(named, settingsFile);
  const { portal } = await load(module, named);
  if (portal === undefined)
    throw refused('portal: {module} does not export portal', { module: named });
  // A portal of a package may declare its own module, because only that one exports it as `portal`.
  const whole = isObject(portal) ? { module, ...portal } : portal;
  try {
    mustFitTogether(whole as Portal); // checks this cast
  } catch (error) {
    throw inModule(module, named, error);
  }
  return whole as Portal;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The address of the module that the setting names. */
async function moduleOf(named: string, settingsFile: string): Promise<URL> {
  const file = resolve(dirname(settingsFile), named);
  if (/^\.{1,2}\//.test(named) || isAbsolute(named)) {
    if (!existsSync(file)) throw refused('portal: there is no module {file}', { file });
    if (statSync(file).isFile()) return pathToFileURL(file);
    throw refused('portal: {file} is no file: name the module in it, such as {example}', {
      file,
      example: `${named.replace(/\/+$/, '')}/index.js`,
    });
  }
  const { resolve: resolveModule } = await import('import-meta-resolve');
  try {
    return new URL(resolveModule(named, pathToFileURL(settingsFile).href));
  } catch (error) {
    if (existsSync(file))
      throw refused('portal: there is no package {name}; did you mean {path}?', {
        name: quote(named),
        path: `./${named}`,
      });
    throw refused('portal: there is no package {name} ({reason})', {
      name: quote(named),
      reason: (error as Error).message,
    });
  }
}

async function load(module: URL, named: string): Promise<{ readonly portal?: unknown }> {
  try {
    return await import(module.href);
  } catch (error) {
    throw inModule(module, named, error);
  }
}

/** The error of a module, for the user who wrote the module: its message, and where it happened. */
function inModule(module: URL, named: string, error: unknown): UsageError {
  const { name, code, message, stack } = error as Partial<NodeJS.ErrnoException>;
  if (
    code === 'ERR_UNKNOWN_FILE_EXTENSION' ||
    code === 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING'
  )
    return refused(
      'portal: Node {version} does not run TypeScript in {module}: name a JavaScript file, or use Node 22.18 or later (in a package, TypeScript never runs)',
      { version: process.version, module: named },
    );
  // A portal may have another copy of this package than the command, so its errors are of another class.
  if (name === 'DeclarationError' && message !== undefined) {
    const [first = '', ...more] = message.split('\n');
    return new UsageError(`portal: ${named}: ${first}`, more);
  }
  return refused('portal: {module} fails: {reason}{where}', {
    module: named,
    reason: message === undefined ? String(error) : `${name}: ${message}`,
    where: placeIn(stack ?? '') || (name === 'SyntaxError' ? placeIn(printed(module)) : ''),
  });
}

/** What Node prints if it only imports this module: with the place of a syntax error, which its stack does not have. */
function printed(module: URL): string {
  const source = `await import(${JSON.stringify(module.href)})`;
  const args = ['--input-type=module', '--eval', source];
  return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 10_000 }).stderr;
}

/** A path or file address, and the line and column in it: `file:///portal/index.js:3:7`. */
const PLACE = /(?<![\w:])(file:\/\/\/|\/|\b[A-Z]:\\)([^\s()]+?)((?::\d+)+)/g;

/** The first place in a stack that is not in this package, such as ` (portal/index.js:3:7)`; empty if there is none. */
function placeIn(stack: string): string {
  for (const [, begin = '', path = '', numbers] of stack.matchAll(PLACE)) {
    const file = begin.startsWith('file:') ? fileURLToPath(begin + path) : begin + path;
    if (!file.startsWith(fileURLToPath(codeFolder))) return ` (${relative('.', file)}${numbers})`;
  }
  return '';
}
