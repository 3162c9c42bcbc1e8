// Links that open a place in a file in the editor: the setting `editor`, filled in. Pure.

/** A place in a data file. */
export interface EditorPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** The link to a place. In the link, the path has `/` at its beginning and between its parts, on any system. */
export function editorLink(template: string, { path, line, column }: EditorPlace): string {
  const slashed = path.replaceAll('\\', '/');
  const absolute = slashed.startsWith('/') ? slashed : `/${slashed}`;
  // Each part is encoded, so that `?` or `#` in a file name mean nothing in the address.
  const file = absolute
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/^\/([A-Z])%3A\//i, '/$1:/');
  const parts: Readonly<Record<string, string>> = { file, line: `${line}`, column: `${column}` };
  return template.replaceAll(/\{(file|line|column)\}/g, (_, name: string) => parts[name]!);
}
