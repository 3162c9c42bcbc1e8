// Makes links that open a file at a line in the user's editor, from the setting `editor`. Pure.

/** A place in a data file. */
export interface EditorPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** Fills in a template: `vscode://file{file}:{line}` becomes `vscode://file/c:/data/posts.json:3`. */
export function editorLink(template: string, { path, line, column }: EditorPlace): string {
  const slashed = path.replaceAll('\\', '/');
  const absolute = slashed.startsWith('/') ? slashed : `/${slashed}`;
  // Each part is encoded, because a file name may contain `?` or `#`.
  const file = absolute
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/^\/([A-Z])%3A\//i, '/$1:/');
  const parts: Readonly<Record<string, string>> = { file, line: `${line}`, column: `${column}` };
  return template.replaceAll(/\{(file|line|column)\}/g, (_, name: string) => parts[name]!);
}
