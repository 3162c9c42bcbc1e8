// The preview: shows the data after each save, then builds the API and serves it. If a build fails, the last good one
// is still served. What it builds is in a temporary folder.
import { randomUUID } from 'node:crypto';
import { KnownStates } from '../editing/workspace/portal-data.js';
import { revertUnfinished } from '../editing/workspace/put.js';
import { makePlan } from '../engine/plan.js';
import { discard, temporaryFolder } from '../files/disk/temporary.js';
import type { Portal } from '../model/endpoint.js';
import { speak } from '../problems/say.js';
import { settingsOf } from '../snapshot/open.js';
import { type BuildOptions, resolveSettings } from '../snapshot/settings/index.js';
import { CurrentData } from './data/reading.js';
import { dataRequests } from './data/requests.js';
import { EditRequests, withBreaking } from './edit/requests.js';
import { Pages } from './pages.js';
import { type Rebuild, Rebuilds } from './rebuilds.js';
import { routesOf } from './routes.js';
import { PreviewServer } from './server.js';
import { Snapshots } from './snapshots.js';

/** The settings of a build, except those that the preview sets itself. */
export interface PreviewOptions
  extends Omit<BuildOptions, 'baseUrl' | 'out' | 'hosts' | 'cache' | 'onProgress'> {
  /** The port; by default 8080, or the next one that is free. */
  readonly port?: number | undefined;
  /** Whether the page cannot change data. */
  readonly readOnly?: boolean | undefined;
  /** Called after a build. Not called if a build fails while the data changes: another build follows. */
  readonly onRebuild: (rebuild: Rebuild) => void;
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
  const { port, readOnly = false, onRebuild, ...settings } = options;
  const resolved = resolveSettings(settings, portal);
  const { cwd } = resolved;
  // Undoes a save that was not completed, because a preview or another command was killed.
  if (!readOnly) {
    await revertUnfinished(resolved).catch((error: unknown) => {
      throw withBreaking(error, resolved);
    });
  }
  const root = temporaryFolder();
  const snapshots = new Snapshots(portal, root);
  const reading = { ...settings, cwd, hosts: [], cache: snapshots.cache };
  const known = new KnownStates();
  const settingsNow = async () => ({ ...(await settingsOf(portal, reading)), known });
  const current = new CurrentData(makePlan(portal), settingsNow);
  const pages = new Pages();
  const rebuilds = new Rebuilds({ ...settings, cwd }, current, snapshots, pages, onRebuild);
  const data = dataRequests(portal, current);
  const edit = new EditRequests(portal, reading, settingsNow);
  const token = randomUUID();
  const routes = routesOf({ portal, snapshots, pages, rebuilds, data, edit, token, readOnly });
  const server = new PreviewServer(routes, token);
  const close = async () => {
    await server.close();
    await rebuilds.close();
    discard(root);
  };
  try {
    const url = await server.listen(port);
    await rebuilds.start(url);
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
