// The preview: shows the data after each save, and builds the API and serves it. While the data has errors, the API of
// the last good build is served. What is built is in a temporary folder.
import { randomUUID } from 'node:crypto';
import { KnownStates } from '../editing/workspace/portal-data.js';
import { revertUnfinished } from '../editing/workspace/put.js';
import { makePlan } from '../engine/plan.js';
import { codeBeside } from '../engine/shard/code.js';
import { discard, temporaryFolder } from '../files/disk/temporary.js';
import { codeFolder } from '../files/shipped.js';
import { mustBeDataFolder } from '../files/source/files.js';
import type { Portal } from '../model/endpoint.js';
import type { Localized } from '../problems/messages/catalogue.js';
import { refused } from '../problems/problem.js';
import { speak } from '../problems/say.js';
import { settingsOf } from '../snapshot/open.js';
import { type BuildOptions, resolveSettings } from '../snapshot/settings/index.js';
import { Current, type Rebuild } from './current.js';
import { dataRequests } from './data/requests.js';
import { EditRequests, withBreaking } from './edit/requests.js';
import { Failures } from './failures.js';
import { Pages } from './pages.js';
import { routesOf } from './routes.js';
import { listen, PreviewServer } from './server.js';
import { Snapshots } from './snapshots.js';
import { stampsOf } from './watch.js';

/** The settings of a build, except those that the preview sets itself. */
export interface PreviewOptions
  extends Omit<BuildOptions, 'baseUrl' | 'out' | 'hosts' | 'cache' | 'onProgress'> {
  /** The port; by default 8080, or the next one that is free. */
  readonly port?: number | undefined;
  /** Whether the page cannot change data. */
  readonly readOnly?: boolean | undefined;
  /** Called after a build. Not called if it finds errors while the data changes: another build follows. */
  readonly onRebuild: (rebuild: Rebuild) => void;
  /** Called if the data cannot be read, or a request fails unexpectedly. The preview goes on. */
  readonly onFailure?: (failure: Localized) => void;
}

export interface Preview {
  /** Such as `http://127.0.0.1:8080`, without a slash at its end. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts a preview, and waits for its first build. Throws a {@link UsageError} for a wrong setting, a missing data
 * folder, or a port that is taken.
 */
export async function startPreview(portal: Portal, options: PreviewOptions): Promise<Preview> {
  await speak('ru', portal.russian); // the page is in both languages
  const { port, readOnly = false, onRebuild, onFailure = () => {}, ...settings } = options;
  const resolved = resolveSettings(settings, portal);
  const { cwd } = resolved;
  mustBeDataFolder(
    resolved.data,
    portal.collections.map(({ name }) => name),
  );
  // Undoes a save that was not completed, because a preview or another command was killed.
  if (!readOnly) {
    await revertUnfinished(resolved).catch((error: unknown) => {
      throw withBreaking(error, settings);
    });
  }
  const root = temporaryFolder();
  const { server, url } = await listen(port).catch((error: unknown) => {
    discard(root);
    throw error;
  });
  const snapshots = new Snapshots(portal, root);
  const reading = { ...settings, cwd, hosts: [], cache: snapshots.cache };
  const known = new KnownStates();
  // The shipped portal does not change while the preview runs.
  const isOwn = !portal.module.href.startsWith(codeFolder.href);
  const code = isOwn ? codeBeside(portal.module) : [];
  const declared = stampsOf(code);
  const settingsNow = async () => {
    if (stampsOf(code) !== declared)
      throw refused(
        'the module that declares the portal has changed: end the preview with Ctrl-C, and start it again',
      );
    return { ...(await settingsOf(portal, reading)), known };
  };
  const pages = new Pages();
  const failures = new Failures(onFailure);
  const parts = { plan: makePlan(portal), settings: settingsNow, code, snapshots, pages, failures };
  const current = new Current(parts, { ...settings, cwd, baseUrl: url }, onRebuild);
  const data = dataRequests(portal, () => current.read());
  const edit = new EditRequests(
    portal,
    reading,
    settingsNow,
    async () => (await current.read()).data,
  );
  const token = randomUUID();
  const routes = routesOf({ portal, snapshots, pages, current, data, edit, token, readOnly });
  const serving = new PreviewServer(server, routes, token, failures);
  await current.api();
  const close = async () => {
    await serving.close();
    await current.close();
    discard(root);
  };
  return { url, close };
}
