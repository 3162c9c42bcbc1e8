// Makes the settings with which VS Code finds the JSON Schemas of data files.
import type { Portal } from '../../model/endpoint.js';
import { CONFIG } from '../../snapshot/settings/name.js';
import { SETTINGS_SCHEMA } from './files.js';

/** The file in which VS Code keeps the settings of a folder. */
export const VSCODE = '.vscode/settings.json';

/** The text of {@link VSCODE}. It expects the data in the folder `data`. */
export function vscodeSettings({ collections }: Portal): string {
  const mappings = [
    ...collections.map(({ name }) =>
      mapping(`./data/.schemas/${name}.json`, `/data/${name}.json`, `/data/${name}/**/*.json`),
    ),
    mapping(`./${SETTINGS_SCHEMA}`, `/${CONFIG}`),
  ];
  return `{\n  "json.schemas": [\n${mappings.join(',\n')}\n  ]\n}\n`;
}

const mapping = (schema: string, ...files: readonly string[]): string => `    {
      "fileMatch": [${files.map((file) => JSON.stringify(file)).join(', ')}],
      "url": "${schema}"
    }`;
