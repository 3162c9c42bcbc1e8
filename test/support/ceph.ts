// Ceph's gateway for S3, from Debian's packages: a monitor, a store in memory, and the gateway, all on this machine.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { S3Client } from '@aws-sdk/client-s3';
import { endAll } from './command.js';
import { freePort, program, type Running } from './tools.js';

const programs = {
  ceph: program('ceph'),
  mon: program('ceph-mon'),
  osd: program('ceph-osd'),
  radosgw: program('radosgw'),
  admin: program('radosgw-admin'),
};

export const cephTools = Object.values(programs);

export const cephCredentials = {
  AWS_ACCESS_KEY_ID: 'PORTALKEY',
  AWS_SECRET_ACCESS_KEY: 'PORTALSECRET',
  AWS_REGION: 'us-east-1',
  AWS_EC2_METADATA_DISABLED: 'true',
} as const;

/** A client of a gateway. */
export function cephClient(endpoint: string): S3Client {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_REGION: region,
  } = cephCredentials;
  const credentials = { accessKeyId, secretAccessKey };
  return new S3Client({ endpoint, forcePathStyle: true, region, credentials });
}

/** The Host header decides whether a request is for the API of S3 or for the website of a bucket. */
const apiName = 's3.portal.test';
export const websiteName = 'website.portal.test';

/** What the gateway received since it was started. */
export interface Asked {
  readonly requests: number;
  /** The number of bytes in bodies of requests. */
  readonly sent: number;
}

export interface Gateway extends Running {
  readonly asked: () => Promise<Asked>;
}

/** Starts the gateway. All its files are in a folder. */
export async function startGateway(folder: string): Promise<Gateway> {
  const [monitor, port] = [await freePort(), await freePort()];
  const fsid = randomUUID();
  const file = join(folder, 'ceph.conf');
  for (const name of ['mon', 'osd', 'rgw', 'run']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'keyring'), '');
  writeFileSync(file, configuration(folder, fsid, monitor));
  const children: ChildProcess[] = [];
  const stop = () => endAll(children, 'SIGKILL');
  const run = (tool: keyof typeof programs, ...args: string[]) =>
    promisify(execFile)(programs[tool].file!, ['-c', file, ...args], { timeout: 60_000 });
  const begin = (tool: keyof typeof programs, ...args: string[]): void => {
    children.push(spawn(programs[tool].file!, ['-c', file, ...args], { stdio: 'ignore' }));
  };
  try {
    const at = `[v2:127.0.0.1:${monitor}]`;
    await run('mon', '-i', 'a', '--mkfs', '--fsid', fsid, '--mon-host', at);
    begin('mon', '-i', 'a', '-f');
    const osd = randomUUID();
    await run('ceph', 'osd', 'new', osd);
    await run('osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
    begin('osd', '-i', '0', '-f');
    const { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret } = cephCredentials;
    const user = ['user', 'create', '--uid', 'portal', '--display-name', 'portal'];
    await run('admin', ...user, '--access-key', key, '--secret-key', secret);
    const frontend = `beast endpoint=127.0.0.1:${port}`;
    begin('radosgw', '-n', 'client.rgw', '-f', '--rgw-frontends', frontend);
    const url = `http://127.0.0.1:${port}`;
    await untilUp(url);
    return { url, stop, asked: () => askedOf(folder) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Without keys and replicas. Without keys, clients of the monitor must not ask for encryption. */
const configuration = (folder: string, fsid: string, monitor: number): string => `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monitor}]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
ms cluster mode = crc
ms service mode = crc
ms client mode = crc
osd objectstore = memstore
memstore device bytes = 4294967296
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
osd class load list = *
mon allow pool size one = true
mon warn on pool no redundancy = false
mon max pg per osd = 10000
mon data avail crit = 1
mon data avail warn = 1
run dir = ${folder}/run
admin socket = ${folder}/run/$name.$pid.asok
log file = ${folder}/$name.log
mon data = ${folder}/mon
osd data = ${folder}/osd
osd journal = ${folder}/osd/journal
rgw data = ${folder}/rgw
rgw enable static website = true
rgw enable apis = s3, s3website, admin
rgw dns name = ${apiName}
rgw dns s3website name = ${websiteName}
keyring = ${folder}/keyring
[mon.a]
public addrv = [v2:127.0.0.1:${monitor}]
`;

async function askedOf(folder: string): Promise<Asked> {
  const name = readdirSync(join(folder, 'run')).find((name) => name.startsWith('client.rgw'));
  const socket = join(folder, 'run', name!);
  const dump = ['--admin-daemon', socket, 'perf', 'dump', 'rgw'];
  const { stdout } = await promisify(execFile)(programs.ceph.file!, dump);
  const { rgw } = JSON.parse(stdout) as { readonly rgw: { req: number; put_b: number } };
  return { requests: rgw.req, sent: rgw.put_b };
}

async function untilUp(url: string): Promise<void> {
  for (let waited = 0; ; waited += 100) {
    try {
      await (await fetch(url)).arrayBuffer();
      return;
    } catch (error) {
      if (waited > 60_000) throw error;
      await sleep(100);
    }
  }
}
