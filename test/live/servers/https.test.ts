// A deployment with TLS, as an operator sets one up: Caddy with its own authority and our part included.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ruleNames } from '../../../src/delivery/verify/rules.js';
import { type Built, buildFor, hostNamed, signer } from '../../support/built.js';
import { type Ended, runCommand } from '../../support/command.js';
import { small } from '../../support/hosted.js';
import { describeServers, publicFolder, startServer } from '../../support/servers.js';
import { freePort } from '../../support/tools.js';

describeServers(['caddy'], 'verify over HTTPS', () => {
  let built: Built;
  let own: string;

  beforeAll(async () => {
    const port = await freePort();
    built = await buildFor(hostNamed('caddy'), {
      prefix: '/portal',
      origin: `https://localhost:${port}`,
      ...small,
    });
    own = publicFolder();
    chmodSync(own, 0o777); // root starts servers as nobody
    const file = join(own, 'Caddyfile');
    writeFileSync(
      file,
      `{
        admin off
        skip_install_trust
        auto_https disable_redirects
        storage file_system ${own}/store
      }
      https://localhost:${port} {
        bind 127.0.0.1
        tls internal
        import ${built.operated}/portal.caddy
      }`,
    );
    await startServer('caddy', ['run', '--adapter', 'caddyfile', '--config', file], port);
  });

  const verify = (env: Record<string, string>): Promise<Ended> =>
    runCommand(
      [
        ...['verify', built.baseUrl, '--against', built.dist, '--host', 'caddy'],
        ...['--key', signer.open],
      ],
      { cwd: built.cwd, env },
    );

  it('passes every rule', async () => {
    const authority = join(own, 'store/pki/authorities/local/root.crt');
    const { status, stdout, stderr } = await verify({ NODE_EXTRA_CA_CERTS: authority });
    expect(stdout).not.toContain('FAIL');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`\nrules: ${ruleNames.length} passed\n`);
  });

  it('says so when nobody vouches for the certificate', async () => {
    const { status, stdout, stderr } = await verify({});
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(`cannot reach ${built.baseUrl}/api/: unable to `);
  });
});
