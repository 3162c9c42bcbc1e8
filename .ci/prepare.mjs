// What npm runs as `prepare`: after `npm ci`, before `npm pack` and `npm publish`, whenever npx is called in a clone, and
// whenever another project installs this folder.
import { execSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';

const { npm_command: command, npm_config_local_prefix: project = '.' } = process.env;

// The links in README.md only work on the package's page in the registry if `repository` has an address.
if (command === 'publish' && !JSON.parse(readFileSync('package.json', 'utf8')).repository) {
  console.error(
    'Not published: package.json names no repository. Run: npm pkg set repository=github:OWNER/NAME',
  );
  process.exit(1);
}

// npx and other projects would wait for a compilation each time without seeing why, so they use the existing lib/.
const isForOthers = command === 'exec' || realpathSync(project) !== process.cwd();
if (!isForOthers || !existsSync('lib')) execSync('npm run compile', { stdio: 'inherit' });
