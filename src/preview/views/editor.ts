// What opens a place of a file in the editor: the setting `editor` with that place in it. Pure.

/** A place in a data file. */
export interface EditorPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** The link to a place; the path has `/` between its parts and at its beginning, on any system. */
export function editorLink(template: string, { path, line, column }: EditorPlace): string {
  const slashed = path.replaceAll('\\', '/');
  const absolute = slashed.startsWith('/') ? slashed : `/${slashed}`;
  // Whole parts are encoded, so that no name of a file ends the address early or adds to it.
  const file = absolute
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/^\/([A-Z])%3A\//i, '/$1:/');
  const parts: Readonly<Record<string, string>> = { file, line: `${line}`, column: `${column}` };
  return template.replaceAll(/\{(file|line|column)\}/g, (_, name: string) => parts[name]!);
}
