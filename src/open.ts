// What opens the data: the same for a build, a check and a new record, so that each finds in the
// cache what another has put there.
import { hash } from 'node:crypto';
import { codeHash } from './engine/unit/code.js';
import type { Portal } from './model/endpoint.js';
import type { ResolvedSettings } from './settings/index.js';

/** What the results depend on besides the data: the tool, the portal, and settings. */
export function scopeOf(
  { module }: Portal,
  { frames, personal }: Pick<ResolvedSettings, 'frames' | 'personal'>,
): string {
  const code = codeHash(new URL('./build.js', import.meta.url), module);
  return hash('sha256', JSON.stringify([code, frames, personal]), 'hex');
}
