// Which schema is for which data files, in the settings of VS Code and of the JetBrains editors.
import type { Portal } from '../../model/endpoint.js';
import { CONFIG } from '../../snapshot/settings/table.js';
import { SETTINGS_SCHEMA } from './files.js';

/** The name and text of each editor's file, for a data folder `data`. */
export function editorFiles(portal: Portal): ReadonlyMap<string, string> {
  const names = portal.collections.map(({ name }) => name);
  return new Map([
    ['.vscode/settings.json', vscode(names)],
    ['.idea/jsonSchemas.xml', jetbrains(names)],
  ]);
}

function vscode(names: readonly string[]): string {
  const entries = [
    ...names.map((name) => ({
      patterns: [`/data/${name}.json`, `/data/${name}/**/*.json`],
      schema: `./data/.schemas/${name}.json`,
    })),
    { patterns: [`/${CONFIG}`], schema: `./${SETTINGS_SCHEMA}` },
  ].map(
    ({ patterns, schema }) => `    {
      "fileMatch": [${patterns.map((pattern) => JSON.stringify(pattern)).join(', ')}],
      "url": ${JSON.stringify(schema)}
    }`,
  );
  return `{\n  "json.schemas": [\n${entries.join(',\n')}\n  ]\n}\n`;
}

function jetbrains(names: readonly string[]): string {
  const file = (path: string) => `                  <Item>
                    <option name="path" value="${path}" />
                  </Item>`;
  const folder = (path: string) => `                  <Item>
                    <option name="directory" value="true" />
                    <option name="path" value="${path}" />
                    <option name="mappingKind" value="Directory" />
                  </Item>`;
  const entries = [
    ...names.map((name) => ({
      name,
      schema: `data/.schemas/${name}.json`,
      items: [file(`data/${name}.json`), folder(`data/${name}`)],
    })),
    { name: CONFIG.replace(/\.json$/, ''), schema: SETTINGS_SCHEMA, items: [file(CONFIG)] },
  ].map(
    ({ name, schema, items }) => `        <entry key="${name}">
          <value>
            <SchemaInfo>
              <option name="name" value="${name}" />
              <option name="relativePathToSchema" value="${schema}" />
              <option name="schemaVersion" value="JSON Schema version 7" />
              <option name="patterns">
                <list>
${items.join('\n')}
                </list>
              </option>
            </SchemaInfo>
          </value>
        </entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<project version="4">
  <component name="JsonSchemaMappingsProjectConfiguration">
    <state>
      <map>
${entries.join('\n')}
      </map>
    </state>
  </component>
</project>
`;
}
