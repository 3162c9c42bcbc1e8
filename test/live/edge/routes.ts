// Follows the routes that Vercel's build compiled, as its documentation says they are followed:
// https://vercel.com/docs/build-output-api/configuration#routes
export interface Route {
  readonly src?: string;
  readonly handle?: string;
  readonly methods?: readonly string[];
  readonly has?: readonly {
    readonly type: string;
    readonly key: string;
    readonly value?: string;
  }[];
  readonly dest?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly continue?: boolean;
}

export interface Followed {
  readonly status: number;
  readonly file: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer to a request; where a route leads to no file, the routes behind `error` are asked. */
export function follow(
  routes: readonly Route[],
  files: ReadonlySet<string>,
  method: string,
  address: string,
): Followed {
  const { pathname, searchParams } = new URL(address, 'https://example.org');
  const errors = routes.findIndex(({ handle }) => handle === 'error');
  let headers: Record<string, string> = {};
  const ask = (asked: readonly Route[]): Followed | undefined => {
    for (const route of asked) {
      const groups = groupsOf(route, method, pathname, searchParams);
      if (!groups) continue;
      headers = { ...headers, ...route.headers };
      if (route.continue) continue;
      const file = route.dest?.replace(/\$(\w+)/g, (_, name) => groups[name] ?? '').slice(1);
      if (file !== undefined && !files.has(file)) return undefined;
      return { status: route.status ?? 200, file, headers };
    }
    return undefined;
  };
  const followed = ask(routes.slice(0, errors)) ?? ask(routes.slice(errors + 1));
  return followed ?? { status: 500, file: undefined, headers };
}

/** What a route remembers of the request, by number and by name; undefined when it does not match. */
function groupsOf(
  route: Route,
  method: string,
  pathname: string,
  query: URLSearchParams,
): Record<string, string> | undefined {
  const path = route.src === undefined ? null : new RegExp(route.src, 'i').exec(pathname);
  if (!path || (route.methods && !route.methods.includes(method))) return undefined;
  const groups: Record<string, string> = {};
  for (const [number, text] of path.entries()) groups[number] = text;
  for (const { type, key, value } of route.has ?? []) {
    if (type !== 'query') throw new Error(`no ${type} is written`);
    const given = query.getAll(key).at(-1);
    if (given === undefined) return undefined;
    if (value === undefined) continue;
    const match = new RegExp(`^${value}$`).exec(given);
    if (!match) return undefined;
    Object.assign(groups, match.groups);
  }
  return groups;
}
