// The page at `/` and what it needs, all of it from here. It holds no data: what it shows it fetches
// and puts in as text (browser.ts).
import { readFileSync } from 'node:fs';

interface Asset {
  readonly type: string;
  readonly body: string | Buffer;
}

/** For each of the page's files: nothing from elsewhere, and no markup that is not its own. */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const;

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<link rel="stylesheet" href="/preview/page.css">
<script type="module" src="/preview/page.js"></script>
</head>
<body>
<header>
<h1>Preview</h1>
<p id="status" role="status">Waiting for the first build…</p>
</header>
<section id="problems" aria-labelledby="problems-title" hidden>
<h2 id="problems-title">Problems</h2>
<ol id="problem-list"></ol>
</section>
<div class="columns">
<nav aria-labelledby="lists-title">
<h2 id="lists-title">Lists</h2>
<ul id="lists"></ul>
</nav>
<main id="view"><p>Choose a list.</p></main>
</div>
<noscript><p>This page needs JavaScript; the API is at <a href="/api/">/api/</a>.</p></noscript>
</body>
</html>
`;

const CSS = `
:root {
  color-scheme: light dark;
  --text: #1c2024; --faint: #5c6570; --back: #fff; --raised: #f2f4f6; --line: #c9d0d6;
  --link: #0b57d0; --error: #b3261e; --warning: #7a4b00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e7ea; --faint: #a5afb8; --back: #15181b; --raised: #20252a; --line: #454e57;
    --link: #8ab4f8; --error: #ff8a80; --warning: #f0c36d;
  }
}
body {
  margin: 0 auto; padding: 1rem 1.5rem; color: var(--text); background: var(--back);
  font: 1rem/1.45 system-ui, sans-serif;
}
h1, h2 { margin: 0.5rem 0; line-height: 1.2; }
h1 { font-size: 1.4rem; }
h2 { font-size: 1.1rem; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font: 0.9em/1.4 ui-monospace, monospace; }
pre { margin: 0.3rem 0; white-space: pre-wrap; }
[hidden] { display: none; }
.columns { display: flex; flex-wrap: wrap; gap: 2rem; align-items: start; }
nav ul { padding: 0; margin: 0; list-style: none; }
nav li { display: flex; justify-content: space-between; gap: 1rem; padding: 0.15rem 0; }
main { flex: 1 1 30rem; min-width: 0; }
.count, .faint { color: var(--faint); }
.error { color: var(--error); font-weight: 600; }
.warning { color: var(--warning); font-weight: 600; }
#problems { padding: 0.25rem 1rem; border: 1px solid var(--line); background: var(--raised); }
#problems li { margin: 0.4rem 0; overflow-wrap: anywhere; }
.walk { display: flex; gap: 1rem; margin: 0.5rem 0; }
.table { overflow-x: auto; border: 1px solid var(--line); }
table { border-collapse: collapse; width: max-content; font-size: 0.9rem; }
th, td {
  padding: 0.3rem 0.6rem; border-bottom: 1px solid var(--line); text-align: start;
  vertical-align: top; max-width: 24rem; overflow-wrap: break-word;
}
th { background: var(--raised); white-space: nowrap; }
summary { cursor: pointer; }
`;

// Compiled, also when this module is not: browsers run no TypeScript.
const SCRIPT = new URL('../../lib/preview/browser.js', import.meta.url);

/** The page's files by their addresses. */
export const assets: ReadonlyMap<string, () => Asset> = new Map<string, () => Asset>([
  ['/', () => ({ type: 'text/html; charset=utf-8', body: HTML })],
  ['/preview/page.css', () => ({ type: 'text/css; charset=utf-8', body: CSS })],
  [
    '/preview/page.js',
    () => ({ type: 'text/javascript; charset=utf-8', body: readFileSync(SCRIPT) }),
  ],
]);
