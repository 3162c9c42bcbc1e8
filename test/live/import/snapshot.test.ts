// A snapshot as the origin, on nginx: what is imported is built to the same bytes.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import { type Built, buildFor, hostNamed } from '../../support/built.js';
import { temporaryFolder } from '../../support/folders.js';
import { describeServers, startHost } from '../../support/servers.js';
import { differences, readTree, type Tree } from '../../support/tree.js';
import { importInto, mustImport } from './importing.js';

/** The API as readers get it, without siblings. */
const apiIn = (dist: string): Tree =>
  new Map([...readTree(dist)].filter(([path]) => /^api\/.*json$/.test(path)));

const like = ({ baseUrl }: Built) => ({ baseUrl, hosts: ['nginx'], cache: false }) as const;

describeServers(['nginx'], 'a snapshot on nginx', () => {
  it('becomes data of the same bytes, where it has all extras', async () => {
    const built = await buildFor(hostNamed('nginx'));
    const server = await startHost('nginx', built.cwd, built.port);
    try {
      const cwd = temporaryFolder();
      const { invented } = await mustImport(cwd, built.baseUrl, ['--stubs']);
      // The discussions tell the post of each comment, and the lists all posts, blogs and cities.
      const kinds = new Set(invented.map(({ collection }) => collection));
      expect([...kinds]).toEqual(['exact-categories']);
      const { ok } = await build({ cwd, ...like(built), extras: 'all' });
      expect(ok).toBe(true);
      const [again, first] = [apiIn(join(cwd, 'dist')), apiIn(built.dist)];
      expect(differences(again, first)).toEqual([]);
    } finally {
      await server.stop();
    }
  });

  it('loses what only extras tell, where it has none, and says what', async () => {
    const built = await buildFor(hostNamed('nginx'), '', undefined, []);
    const server = await startHost('nginx', built.cwd, built.port);
    try {
      const cwd = temporaryFolder();
      const refused = await importInto(cwd, built.baseUrl);
      expect(refused.status).toBe(1);
      // Of comments whose event is withheld the post is not known.
      const unknown = refused.report!.summary.unrecoverable;
      expect(unknown).toContainEqual(
        expect.objectContaining({ collection: 'exact-categories', field: 'main_product' }),
      );
      await mustImport(cwd, built.baseUrl, ['--stubs']);
      const { ok } = await build({ cwd, ...like(built) });
      expect(ok).toBe(true);
      const [again, first] = [apiIn(join(cwd, 'dist')), apiIn(built.dist)];
      expect(differences(again, first)).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});
