// Real servers with a portal of one's own, whose records have a text of theirs in their addresses.
import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { readersOf } from '../../../src/client/readers.js';
import { Requests } from '../../../src/client/requests.js';
import { mirror } from '../../../src/delivery/mirror/index.js';
import { verify } from '../../../src/delivery/verify/index.js';
import { build } from '../../../src/index.js';
import type { Portal } from '../../../src/model/endpoint.js';
// @ts-expect-error A portal of one's own may be plain JavaScript.
import { portal as declared } from '../../own/catalogue/portal/index.js';
import { ask } from '../../support/ask.js';
import { hostNamed } from '../../support/built.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { notPassed } from '../../support/hosted.js';
import { describeServers, publicFolder, startHost } from '../../support/servers.js';
import { freePort } from '../../support/tools.js';
import { readJson } from '../../support/tree.js';

const portal = declared as Portal;

for (const name of ['apache', 'caddy', 'http-server', 'nginx'] as const) {
  describeServers([name], `${name} with a catalogue`, () => {
    let url: string;
    let dist: string;

    beforeAll(async () => {
      const cwd = publicFolder();
      const data = join(projectFolder, 'test/own/catalogue/data');
      cpSync(data, join(cwd, 'data'), { recursive: true });
      const port = await freePort();
      const listen = `127.0.0.1:${port}`;
      url = `http://${listen}`;
      const given = { cwd, portal, baseUrl: url, listen, hosts: [name], cache: false };
      const pageSize = { default: 2 };
      expect(await build({ ...given, pageSize, extras: 'all' })).toMatchObject({ problems: [] });
      for (const folder of ['dist', 'hosts']) chmodSync(join(cwd, folder), 0o755);
      dist = join(cwd, 'dist');
      await startHost(name, cwd, port);
    });

    it('answers with the record of a text, and with nothing for others', async () => {
      const { status, body } = await ask(url, '/api/product/wrench/');
      expect([status, JSON.parse(String(body))]).toMatchObject([200, { id: 1, slug: 'wrench' }]);
      const none = ['1', 'WRENCH', 'wren', 'wrench-', 'wr.ench', 'wrench/1', 'prototype', 'page'];
      for (const text of none)
        expect([text, (await ask(url, `/api/product/${text}/`)).status]).toEqual([text, 404]);
      expect(await ask(url, '/api/product/page/2/')).toMatchObject({ status: 200 });
      expect(await ask(url, '/api/product/?tag=1')).toMatchObject({ status: 200 });
      expect(await ask(url, '/api/release/1/')).toMatchObject({ status: 200 });
    });

    it('passes every rule', async () => {
      const report = await verify(portal, { target: url, against: dist, hosts: [hostNamed(name)] });
      expect(notPassed(report).filter((line) => line.startsWith('fail'))).toEqual([]);
      expect(report.ok).toBe(true);
    });

    it('is read by the client, and copied by mirror', async () => {
      const read = readersOf(new Requests({ baseUrl: url }));
      const product = read.recordBy('product/{slug}');
      expect(await product('bolt')).toEqual(readJson(dist, 'api/product/bolt/index.json'));
      expect(await product('none')).toBeUndefined();
      await expect(product('../tag')).rejects.toThrow('no address has the text ../tag');
      const dir = join(temporaryFolder(), 'copy');
      expect(await mirror(portal, { url, dir })).toMatchObject({ ok: true, problem: null });
      const file = 'api/product/bolt/index.json';
      expect(readJson(dir, file)).toEqual(readJson(dist, file));
    });
  });
}
