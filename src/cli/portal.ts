// The portal of a command line.
import type { Portal } from '../model/endpoint.js';
import { portalNamed } from '../snapshot/settings/portal.js';

/** The portal that the settings file in a folder names or, without one, that of this package. */
export async function portalFor(folder: string, config?: string): Promise<Portal> {
  return (await portalNamed(folder, config)) ?? (await import('../portal/index.js')).portal;
}
