// Makes the address at which a pull request for a branch is opened, from the address of the remote. Pure.

/** By words in the names of hosts: the rest of the address. */
const PAGES: readonly (readonly [RegExp, (branch: string, main: string) => string])[] = [
  [/github/, (branch, main) => `compare/${main}...${branch}?expand=1`],
  [
    /gitlab/,
    (branch, main) =>
      `-/merge_requests/new?merge_request[source_branch]=${branch}&merge_request[target_branch]=${main}`,
  ],
  [/gitea|forgejo|codeberg/, (branch, main) => `compare/${main}...${branch}`],
];

/**
 * The address for a remote such as `git@github.com:you/portal.git` or `https://gitlab.com/you/portal`; undefined if the
 * host is not known.
 */
export function pullRequestAddress(
  remote: string,
  branch: string,
  main: string,
): string | undefined {
  // `user@host:path` is a short form of `ssh://user@host/path`.
  const full = /^[\w.-]+@[\w.-]+:(?!\/\/)/.test(remote)
    ? `ssh://${remote.replace(':', '/')}`
    : remote;
  if (!URL.canParse(full)) return undefined;
  const { protocol, host, hostname, pathname } = new URL(full);
  const page = PAGES.find(([pattern]) => pattern.test(hostname))?.[1];
  if (!page || !/^(?:https?|ssh|git):$/.test(protocol)) return undefined;
  // The port of ssh is not that of the web page. A name or a password in the address is left out.
  const site = /^http/.test(protocol) ? `${protocol}//${host}` : `https://${hostname}`;
  const [own, onto] = [branch, main].map((name) =>
    name.split('/').map(encodeURIComponent).join('/'),
  );
  return `${site}${pathname.replace(/(?:\.git)?\/*$/, '')}/${page(own!, onto!)}`;
}
