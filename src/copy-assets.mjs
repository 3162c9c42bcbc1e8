// Copies to lib/ what src/ has besides TypeScript: code, markup and styles that are shipped as they are.
import { cpSync, statSync } from 'node:fs';

cpSync('src', 'lib', {
  recursive: true,
  filter: (path) =>
    statSync(path).isDirectory() ||
    (/\.(?:m?js|html|css)$/.test(path) && !path.endsWith('copy-assets.mjs')),
});
