// A stand-in for Netlify: its own libraries for files, redirects and headers, put together as @netlify/dev
// does it, save where more is known of the service. Compression, ETags and methods are left out: no page
// says exactly what the service does with them.
import { pathToFileURL } from 'node:url';
import { type Request as Asked, type Reply, serveReplies } from '../replies.js';
import type { Service } from '../services.js';
import { packaged, type Tool } from '../tools.js';

const library = (name: string): Tool => packaged(`@netlify/${name}`, 'dist/main.js');
const staticTool = library('static');
const redirectsTool = library('redirects');
const headersTool = library('headers');

/** What is used of these libraries. */
interface Static {
  StaticHandler: new (
    options: object,
  ) => {
    match(request: Request): Promise<{ handle(): Promise<Response> } | undefined>;
  };
}
interface Redirects {
  RedirectsHandler: new (
    options: object,
  ) => {
    match(request: Request): Promise<Rule | undefined>;
  };
}
interface Headers {
  HeadersHandler: new (
    options: object,
  ) => {
    apply(request: Request): Promise<Record<string, string>>;
  };
}

interface Rule {
  readonly statusCode: number;
  readonly force: boolean;
  readonly redirect: boolean;
  readonly target: URL;
}

/** A library that the project does not depend on. */
const load = async <T>({ file = '' }: Tool): Promise<T> =>
  import(pathToFileURL(file).href) as Promise<T>;

export const netlifyLibraries: Service = {
  name: "Netlify's own libraries, a stand-in",
  tools: [staticTool, redirectsTool, headersTool],
  start: async ({ out }, port) => serveReplies(port, await siteOf(out)),
};

async function siteOf(out: string): Promise<(asked: Asked) => Promise<Reply>> {
  const { StaticHandler } = await load<Static>(staticTool);
  const { RedirectsHandler } = await load<Redirects>(redirectsTool);
  const { HeadersHandler } = await load<Headers>(headersTool);
  const files = new StaticHandler({ directory: out });
  const redirects = new RedirectsHandler({
    configRedirects: [],
    jwtRoleClaim: '',
    jwtSecret: '',
    projectDir: out,
    publicDir: out,
  });
  const headers = new HeadersHandler({ projectDir: out, logger: { error: fail } });

  return async ({ path }) => {
    // The libraries do not look at methods, and there are some that a Request does not take.
    const request = new Request(`http://netlify${path}`);
    // Their code throws for an escape that is none; the service is other code.
    const rule = await redirects.match(request).catch((error: unknown) => {
      if (error instanceof URIError) return error;
      throw error;
    });
    if (rule instanceof URIError) return { status: 400, headers: {}, body: Buffer.from('no path') };
    if (rule?.redirect) fail('a redirect, of which nothing is written here');
    // https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/#shadowing
    const own = rule?.force ? undefined : await files.match(request);
    const target = rule && !own ? await files.match(new Request(rule.target)) : undefined;
    // https://docs.netlify.com/manage/routing/redirects/redirect-options/#custom-404-page-handling
    const page = own ?? target ?? (await files.match(new Request('http://netlify/404.html')));
    const response = (await page?.handle()) ?? fail('there is no 404.html');
    // @netlify/dev leaves the status of a rule's file at 200.
    const status = own ? 200 : target ? (rule?.statusCode ?? 200) : 404;
    const body = Buffer.from(await response.arrayBuffer());
    // Paths of headers are those of requests, also where the answer is 404: @netlify/dev takes the path to
    // which a rule led. https://answers.netlify.com/t/set-headers-depending-on-http-status/4518
    for (const [name, value] of Object.entries(await headers.apply(request))) {
      if (!IGNORED.has(name.toLowerCase())) response.headers.set(name, value);
    }
    return { status, headers: Object.fromEntries(response.headers), body };
  };
}

/** https://docs.netlify.com/manage/routing/headers/#limitations */
const IGNORED: ReadonlySet<string> = new Set([
  ...['accept-ranges', 'age', 'allow', 'alt-svc', 'connection', 'content-encoding'],
  ...['content-length', 'content-range', 'date', 'location', 'server', 'set-cookie', 'trailer'],
  ...['transfer-encoding', 'upgrade'],
]);

function fail(message: string): never {
  throw new Error(message);
}
