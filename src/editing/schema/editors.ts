// Maps data files to their JSON Schemas in the settings of VS Code and of the JetBrains editors.
import { join } from 'node:path';
import { textOf } from '../../files/disk/text-file.js';
import type { Portal } from '../../model/endpoint.js';
import { CONFIG } from '../../snapshot/settings/table.js';
import { SETTINGS_SCHEMA } from './files.js';

/** A schema, and the files and folders that it is for. */
interface Mapping {
  readonly name: string;
  readonly schema: string;
  readonly file: string;
  readonly folder?: string;
}

/** The file in which an editor keeps such mappings. */
interface EditorFile {
  readonly file: string;
  /** The text before and after the mappings in a new file. */
  readonly around: readonly [before: string, after: string];
  /** Matches what precedes the first mapping, in a file that its user may have changed, too. */
  readonly begin: RegExp;
  /** The text between two mappings. */
  readonly between: string;
  /** The text by which the file names a schema. */
  readonly named: (schema: string) => string;
  readonly mapping: (mapping: Mapping) => string;
}

const vscode: EditorFile = {
  file: '.vscode/settings.json',
  around: ['{\n  "json.schemas": [\n', '\n  ]\n}\n'],
  begin: /^[\s{]*"json\.schemas"\s*:\s*\[(?:\r?\n)?/m,
  between: ',\n',
  named: (schema) => `"./${schema}"`,
  mapping: ({ file, folder, schema }) => {
    const patterns = [`"/${file}"`, ...(folder ? [`"/${folder}/**/*.json"`] : [])];
    return `    {
      "fileMatch": [${patterns.join(', ')}],
      "url": "./${schema}"
    }`;
  },
};

const jetbrains: EditorFile = {
  file: '.idea/jsonSchemas.xml',
  around: [
    `<?xml version="1.0" encoding="UTF-8"?>
<project version="4">
  <component name="JsonSchemaMappingsProjectConfiguration">
    <state>
      <map>
`,
    `
      </map>
    </state>
  </component>
</project>
`,
  ],
  begin: /<map>(?:\r?\n)?/,
  between: '\n',
  named: (schema) => `name="relativePathToSchema" value="${schema}"`,
  mapping: ({ name, schema, file, folder }) => {
    const items = [
      `                  <Item>
                    <option name="path" value="${file}" />
                  </Item>`,
      `                  <Item>
                    <option name="directory" value="true" />
                    <option name="path" value="${folder}" />
                    <option name="mappingKind" value="Directory" />
                  </Item>`,
    ].slice(0, folder ? 2 : 1);
    return `        <entry key="${name}">
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
        </entry>`;
  },
};

const editors = [vscode, jetbrains];

function mappingsOf({ collections }: Portal): Mapping[] {
  return [
    ...collections.map(({ name }) => ({
      name,
      schema: `data/.schemas/${name}.json`,
      file: `data/${name}.json`,
      folder: `data/${name}`,
    })),
    { name: CONFIG.replace(/\.json$/, ''), schema: SETTINGS_SCHEMA, file: CONFIG },
  ];
}

/** The name and text of each editor's file, for a data folder `data`. */
export function editorFiles(portal: Portal): ReadonlyMap<string, string> {
  const mappings = mappingsOf(portal);
  return new Map(
    editors.map(({ file, around, between, mapping }) => [
      file,
      around.join(mappings.map(mapping).join(between)),
    ]),
  );
}

/**
 * Returns the editors' files that exist in a portal's folder, with the mappings that they lack added: those for schemas
 * that the file does not name yet. All else in them stays. A file without a list of mappings is omitted.
 */
export function completedEditorFiles(portal: Portal, folder: string): ReadonlyMap<string, string> {
  const completed = new Map<string, string>();
  for (const { file, begin, between, named, mapping } of editors) {
    const text = textOf(join(folder, file));
    const place = text === undefined ? null : begin.exec(text);
    if (text === undefined || place === null) continue;
    const missing = mappingsOf(portal).filter(({ schema }) => !text.includes(named(schema)));
    const [before, after] = [
      place.index + place[0].length,
      text.slice(place.index + place[0].length),
    ];
    const isLast = /^\s*(?:\]|<\/map>)/.test(after);
    const added = missing.map(mapping).join(between) + (isLast ? '\n' : between);
    completed.set(file, missing.length === 0 ? text : text.slice(0, before) + added + after);
  }
  return completed;
}
