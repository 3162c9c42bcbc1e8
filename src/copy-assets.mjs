// Copies to lib/ what src/ has besides TypeScript: code, markup and styles that are shipped as they are.
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

cpSync('src', 'lib', {
  recursive: true,
  filter: (path) =>
    statSync(path).isDirectory() ||
    (/\.(?:m?js|html|css|svg)$/.test(path) && !path.endsWith('copy-assets.mjs')),
});

// The API page is made of Swagger UI: its files are copied, so that users install neither its source maps
// nor the script by which it tells its makers of each installation.
const swagger = 'node_modules/swagger-ui-dist';
const into = 'lib/docs/swagger-ui';
mkdirSync(into, { recursive: true });
for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
  const text = readFileSync(`${swagger}/${name}`, 'utf8');
  writeFileSync(`${into}/${name}`, text.replace(/\n?(?:\/\/|\/\*)# sourceMappingURL=.*$/, ''));
}
const notices = ['NOTICE', 'LICENSE', 'swagger-ui-bundle.js.LICENSE.txt'];
const licence = notices.map((name) => readFileSync(`${swagger}/${name}`, 'utf8')).join('\n');
writeFileSync(`${into}/LICENSE.txt`, licence);
