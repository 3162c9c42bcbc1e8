// Opens the data for a command that looks at records.
import { makePlan } from '../../engine/plan.js';
import type { Portal } from '../../model/endpoint.js';
import { type BuildSettings, settingsOf } from '../../snapshot/open.js';
import type { Options } from '../../snapshot/settings/index.js';
import { PortalData } from './portal-data.js';

/** The data that options name, whatever is wrong with it, and the settings for it. */
export async function openData(
  portal: Portal,
  options: Options,
): Promise<{ readonly settings: BuildSettings; readonly data: PortalData }> {
  const settings = await settingsOf(portal, options);
  return { settings, data: await PortalData.read(makePlan(portal), settings) };
}
