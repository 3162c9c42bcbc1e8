// The parts that an operator includes, in servers that have a site, and habits, of their own.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { describeServers, publicFolder, startServer } from '../../support/servers.js';
import { type Served, testAbilities } from './abilities.js';
import { ask } from './exchange.js';
import { type Published, publish } from './snapshot.js';

interface Operator {
  readonly name: 'apache' | 'caddy' | 'nginx';
  readonly title: string;
  readonly prefix: string;
  readonly redirects: boolean;
  readonly isGuest?: true;
  readonly args: readonly string[];
  /** The server's own configuration, in the file `conf`. */
  readonly text: (port: number, folder: string, portals: readonly Portal[]) => string;
}

interface Portal {
  readonly prefix: string;
  /** The folder of what is written for the host. */
  readonly parts: string;
  readonly dist: string;
}

const operators: readonly Operator[] = [
  {
    name: 'nginx',
    title: 'nginx that compresses by itself and has a site',
    prefix: '/portal',
    redirects: true,
    isGuest: true,
    args: ['-g', 'daemon off;', '-c'],
    text: (port, folder, portals) => `
      pid ${folder}/pid; error_log stderr; events {}
      http {
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
        access_log off; gzip on; gzip_types *; gzip_min_length 0; gzip_proxied any;
        types { text/plain json; } default_type text/html; add_header X-Site own;
        open_file_cache max=1000; open_file_cache_valid 1h; client_max_body_size 1;
        ${portals.map(({ parts }) => `include ${parts}/portal-maps.conf;`).join('\n')}
        server {
          listen 127.0.0.1:${port}; root ${folder}; index index.html; error_page 404 /oops.html; expires 1y;
          location ~* (?:[.]json|/)$ { return 200 'the site'; }
          ${portals.map(({ parts }) => `include ${parts}/portal.conf;`).join('\n')}
          location / { return 200 'the site'; }
        }
      }`,
  },
  {
    name: 'caddy',
    title: 'Caddy that compresses by itself and has a site',
    prefix: '/portal',
    redirects: true,
    isGuest: true,
    args: ['run', '--adapter', 'caddyfile', '--config'],
    text: (port, _, portals) => `{
        admin off
        auto_https off
      }
      http://:${port} {
        bind 127.0.0.1
        encode gzip
        ${portals.map(({ parts }) => `import ${parts}/portal.caddy`).join('\n')}
        handle {
          respond "the site"
        }
      }`,
  },
  {
    name: 'apache',
    title: 'Apache of Debian that reads .htaccess, nothing else',
    prefix: '/portal',
    redirects: false,
    isGuest: true,
    args: ['-DFOREGROUND', '-f'],
    text: (port, folder, portals) =>
      apacheText(
        port,
        folder,
        portals.map(
          ({ prefix, dist }) => `Alias ${prefix} ${dist}
          <Directory ${dist}>
            Options Indexes FollowSymLinks MultiViews
            AllowOverride All
            Require all granted
          </Directory>`,
        ),
      ),
  },
  {
    name: 'apache',
    title: 'Apache of Debian that includes the part',
    prefix: '/portal',
    redirects: false,
    isGuest: true,
    args: ['-DFOREGROUND', '-f'],
    text: (port, folder, portals) =>
      apacheText(
        port,
        folder,
        portals.map(({ parts }) => `Include ${parts}/portal.conf`),
      ),
  },
];

/** With the modules and habits of Debian, and others that operators have. */
function apacheText(port: number, folder: string, portals: readonly string[]): string {
  return `
  ServerRoot ${folder}
  PidFile ${folder}/pid
  ErrorLog "|/bin/cat"
  Listen 127.0.0.1:${port}
  ServerName localhost
  ${'mpm_event authz_core alias headers rewrite mime dir autoindex negotiation deflate expires filter env setenvif'
    .split(' ')
    .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
    .join('\n')}
  ExpiresActive On
  ExpiresByType application/json "access plus 1 year"
  ExpiresDefault "access plus 1 year"
  TypesConfig /dev/null
  LimitRequestBody 1
  AddType text/plain .json
  AddEncoding x-gzip .gz
  AddLanguage br .br
  DirectoryIndex index.html index.json
  AddOutputFilterByType DEFLATE application/json text/plain
  <Directory />
    Options FollowSymLinks
    AllowOverride None
    Require all denied
  </Directory>
  <FilesMatch "^\\.ht">
    Require all denied
  </FilesMatch>
  DocumentRoot ${folder}
  ErrorDocument 403 "the site"
  ErrorDocument 404 "the site"
  ${portals.join('\n')}`;
}

for (const { name, title, prefix, redirects, isGuest, args, text } of operators) {
  describeServers([name], title, () => {
    let served: Served;
    let second: Published;

    beforeAll(async () => {
      const published = await publish(name, { prefix, compress: ['br', 'gzip'] });
      const { port } = published;
      const folder = publicFolder();
      chmodSync(folder, 0o777); // root starts servers as nobody
      const own = join(folder, 'conf');
      second = await publish(name, { prefix: '/second', compress: ['gzip'] });
      const portal = (prefix: string, { cwd, dist }: Published): Portal => {
        return { prefix, parts: join(cwd, 'hosts', name), dist };
      };
      const portals = [portal(prefix, published), portal('/second', second)];
      writeFileSync(own, text(port, folder, portals));
      await startServer(name, [...args, own], port);
      const url = `http://127.0.0.1:${port}${prefix}`;
      served = { url, prefix, published, redirects, ...(isGuest && { isGuest }) };
    });

    testAbilities(() => served);

    it('serves a second portal beside it, each as it was built', async () => {
      const headers = { 'Accept-Encoding': 'br, gzip' };
      for (const [path, encoding] of [
        [prefix, 'br'],
        ['/second', 'gzip'],
      ] as const) {
        const answer = await ask(served.url, `${path}/api/event/?cursor=1`, { headers });
        expect([path, answer.headers['content-encoding']]).toEqual([path, encoding]);
        const missing = await ask(served.url, `${path}/api/region/?page=9`);
        expect([path, missing.status]).toEqual([path, 404]);
      }
      const { body } = await ask(served.url, '/second/api/region/?page=2');
      expect(body).toEqual(second.tree.get('api/region/page/2/index.json'));
    });

    it('leaves the rest of the server to its operator', async () => {
      for (const target of ['/', '/apis', '/elsewhere.json']) {
        expect((await ask(served.url, target)).body.toString(), target).toBe('the site');
      }
    });

    it('hands out none of its own files', async () => {
      for (const target of ['/.htaccess', '/405.json', '/private.json', '/.env', '/', '']) {
        const { status, body } = await ask(served.url, prefix + target);
        expect(body.toString(), target).toMatch(/^(?:the site|\{"detail":"Not found."\})$/);
        if (target === '' && body.toString() !== 'the site') expect(status).toBe(404);
      }
    });
  });
}
