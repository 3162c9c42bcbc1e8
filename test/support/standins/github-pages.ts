// A stand-in for GitHub Pages: nginx that serves a folder, and nothing more than what is known of Pages.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicFolder, startServer } from '../servers.js';
import type { Service } from '../services.js';
import { freePort, program } from '../tools.js';

export const plainFiles: Service = {
  name: 'nginx that knows no rules, a stand-in',
  tools: [program('nginx')],
  start: async ({ out }, wanted) => {
    const port = wanted ?? (await freePort());
    const own = publicFolder();
    chmodSync(own, 0o777); // root starts servers as nobody
    const file = join(own, 'nginx.conf');
    writeFileSync(file, configuration(own, out, port));
    const server = await startServer('nginx', ['-c', file, '-g', 'daemon off;'], port);
    return { ...server, url: `http://127.0.0.1:${port}` };
  },
};

// Types by their endings; a file 404.html for what is not there:
// https://docs.github.com/pages/getting-started-with-github-pages/creating-a-github-pages-site#mime-types-on-github-pages
// https://docs.github.com/pages/getting-started-with-github-pages/creating-a-custom-404-page-for-your-github-pages-site
const configuration = (own: string, out: string, port: number) => `
pid ${own}/pid;
error_log stderr;
events {}
http {
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${own}/${kind};`).join(' ')}
  access_log off;
  types { application/json json; text/html html; }
  server {
    listen 127.0.0.1:${port};
    root ${out};
    error_page 404 /404.html;
    add_header Cache-Control "max-age=600" always;
    add_header Access-Control-Allow-Origin "*" always;
  }
}
`;
