// `build --host`: which files appear where, when they go, and what stops a build.

import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hosts } from '../../src/hosts/index.js';
import { build, UsageError } from '../../src/index.js';
import { SEARCH_INDEX_FILES } from '../../src/site/kinds.js';
import { start } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { directory, forum, writeData, writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { freePort } from '../support/tools.js';
import { differences, filesOf, readTree } from '../support/tree.js';

function folderWith(portal = directory(3)): string {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), portal);
  return cwd;
}

it('writes what a host reads into dist, and what its operator needs beside it', async () => {
  const cwd = folderWith();
  const hosts = ['--host', 'apache', '--host', 'cloudflare', '--host-files', 'etc/portal'];
  const ended = await runIn(cwd, 'build', ...hosts);
  expect([ended.status, ended.stderr]).toEqual([0, '']);
  const api = filesOf(join(cwd, 'dist')).filter((path) => !path.startsWith('api/'));
  expect(api).toEqual([
    '.assetsignore',
    '.htaccess',
    '404.json',
    '405.json',
    '_routes.json',
    '_worker.js',
  ]);
  expect(filesOf(join(cwd, 'etc/portal'))).toEqual([
    'apache/httpd.conf',
    'apache/portal.conf',
    'cloudflare/worker.js',
    'cloudflare/wrangler.jsonc',
  ]);
  // Nothing of them is reported as a stranger by the next build, and nothing is written twice.
  const before = readTree(cwd);
  const again = await runIn(cwd, 'build', ...hosts);
  expect(again.stdout).toMatch(/0 errors, 0 warnings\n.* 0 written, .* 0 removed/);
  expect(differences(readTree(cwd), before)).toEqual([]);
});

it('names to nginx the folder of --out, also where nothing else changed', async () => {
  const cwd = folderWith();
  const rootAfter = async (...out: string[]) => {
    await runIn(cwd, 'build', '--host', 'nginx', '--cache', 'cache', ...out);
    const text = readFileSync(join(cwd, 'hosts/nginx/portal.conf'), 'utf8');
    return [...new Set(text.match(/(?<=^ *root ").*(?=";$)/gm))];
  };
  expect(await rootAfter()).toEqual([join(cwd, 'dist')]);
  expect(await rootAfter('--out', 'public')).toEqual([join(cwd, 'public')]);
  expect(await rootAfter()).toEqual([join(cwd, 'dist')]);
});

it('writes again what is gone, though nothing else changed', async () => {
  const cwd = folderWith();
  const options = { cwd, hosts: ['nginx'], cache: 'cache' } as const;
  await build(options);
  rmSync(join(cwd, 'hosts/nginx/nginx.conf'));
  await build(options);
  expect(existsSync(join(cwd, 'hosts/nginx/nginx.conf'))).toBe(true);
});

it('writes anew what another version of the tool has other code for, though nothing else changed', async () => {
  const cwd = folderWith();
  const tool = temporaryFolder();
  for (const part of ['bin', 'lib', 'package.json']) {
    cpSync(join(projectFolder, part), join(tool, part), { recursive: true });
  }
  symlinkSync(join(projectFolder, 'node_modules'), join(tool, 'node_modules'), 'junction');
  const written = {
    'http-server/start.mjs': 'hosts/http-server/start.mjs',
    'cloudflare/worker.js': 'dist/_worker.js',
  };
  const hosts = ['http-server', 'cloudflare'].flatMap((name) => ['--host', name]);
  const command = [join(tool, 'bin/portal-snapshot.js'), 'build', '--cache', 'cache', ...hosts];
  const build = async () => {
    const { status, stderr } = await start(process.execPath, command, { cwd }).ended;
    expect([status, stderr]).toEqual([0, '']);
  };
  await build();
  for (const code of Object.keys(written)) {
    appendFileSync(join(tool, 'lib/hosts', code), '// of the next version\n');
  }
  rmSync(join(tool, 'lib/code-hash.txt')); // which compiling writes anew
  await build();
  for (const file of Object.values(written)) {
    expect(readFileSync(join(cwd, file), 'utf8'), file).toMatch(/\n\/\/ of the next version\n$/);
  }
});

it('has caches keep long only pages of lists whose newest records come first', async () => {
  const cwd = folderWith();
  await build({ cwd, hosts: ['nginx'], extras: ['/api/event/blog/{id}/'] });
  const maps = readFileSync(join(cwd, 'hosts/nginx/portal-maps.conf'), 'utf8');
  expect(maps.split('\n').filter((line) => line.includes('86400'))).toEqual([
    '  "~ /api/event/cursor/[1-9][0-9]{0,14}/index[.]json" "public, max-age=86400, stale-while-revalidate=604800";',
    '  "~ /api/event/blog/[1-9][0-9]{0,15}/cursor/[1-9][0-9]{0,14}/index[.]json" "public, max-age=86400, stale-while-revalidate=604800";',
  ]);
});

it('knows the parts of a search and the digests that a later snapshot may have', async () => {
  const cwd = folderWith();
  await build({ cwd, hosts: ['nginx'], extras: ['/search/'], cache: false });
  const files = filesOf(join(cwd, 'dist'));
  const conf = readFileSync(join(cwd, 'hosts/nginx/portal.conf'), 'utf8');
  for (const name of SEARCH_INDEX_FILES) expect(conf).toContain(`[.]${name.split('.').at(-1)}`);
  expect(conf).toContain('digests[.]json');
  expect(files).not.toContain('api/region/digests.json');
});

it('removes what it wrote for a host that is no longer chosen, and nobody else’s file', async () => {
  const cwd = folderWith();
  await build({ cwd, hosts: ['netlify'], cache: 'cache' });
  expect(existsSync(join(cwd, 'dist/_redirects'))).toBe(true);
  writeFileSync(join(cwd, 'dist/_headers'), '# my own');
  const { problems } = await build({ cwd, cache: 'cache' });
  expect(existsSync(join(cwd, 'dist/_redirects'))).toBe(false);
  expect(readFileSync(join(cwd, 'dist/_headers'), 'utf8')).toBe('# my own');
  expect(problems.map(({ code, file }) => [code, file])).toEqual([
    ['foreign-file', 'dist/_headers'],
  ]);
});

it('says of a file of an earlier host that publish would send it, when nobody knows whose it is', async () => {
  const cwd = folderWith();
  await build({ cwd, hosts: ['apache'], cache: false });
  writeFileSync(join(cwd, 'dist/notes.txt'), 'my own');
  const { problems } = await build({ cwd, cache: false });
  const sent = 'remove it: hosts read files of this name, and `publish` sends or refuses it';
  expect(problems.map(({ code, file, hint }) => [code, file, hint])).toEqual([
    ['foreign-file', 'dist/.htaccess', sent],
    ['foreign-file', 'dist/405.json', sent],
    ['foreign-file', 'dist/notes.txt', expect.stringMatching(/^`publish` only sends files/)],
  ]);
});

it('leaves the old snapshot where the files of a host cannot be written, since a link is in their way', async () => {
  const cwd = folderWith();
  await build({ cwd, hosts: ['nginx'] });
  const before = readTree(join(cwd, 'dist'));
  rmSync(join(cwd, 'hosts/nginx'), { recursive: true });
  symlinkSync(temporaryFolder(), join(cwd, 'hosts/nginx'));
  writeData(join(cwd, 'data'), directory(4));
  await expect(build({ cwd, hosts: ['nginx'] })).rejects.toThrow('hosts/nginx is a symbolic link');
  expect(differences(readTree(join(cwd, 'dist')), before)).toEqual([]);
});

it('says which file two hosts cannot share, and writes nothing', async () => {
  const cwd = folderWith();
  const { ok, problems } = await build({ cwd, hosts: ['netlify', 'gitlab-pages'] });
  expect(ok).toBe(false);
  expect(problems.map(({ code, file }) => [code, file])).toEqual([
    ['host-conflict', 'dist/_redirects'],
  ]);
  expect(problems[0]?.message).toBe('netlify and gitlab-pages need different files _redirects');
  expect(existsSync(join(cwd, 'dist'))).toBe(false);
  expect(existsSync(join(cwd, 'hosts'))).toBe(false);
});

it('says which limit a snapshot is beyond, with both numbers, and leaves the old one', async () => {
  const cwd = folderWith();
  await build({ cwd, hosts: ['cloudflare'] });
  const before = readTree(join(cwd, 'dist'));
  const { comments = [], ...others } = forum({ posts: 1, replies: 1 });
  // The feed has it three times: as text, as short text, as plain text.
  const long = comments.map((comment, i) =>
    i ? { ...comment, text: 'a'.repeat(9 << 20) } : comment,
  );
  writeData(join(cwd, 'data'), { ...others, comments: long });
  const { ok, problems, summary } = await build({ cwd, hosts: ['cloudflare'] });
  expect(ok).toBe(false);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({
    code: 'host-limit',
    severity: 'error',
    file: 'dist/api/event/index.json',
  });
  expect(problems[0]?.message).toMatch(
    /^cloudflare takes files of at most 26214400 bytes, and this one has 28\d{6}$/,
  );
  expect(summary.snapshot).toBe(null);
  expect(differences(readTree(join(cwd, 'dist')), before)).toEqual([]);
});

it('takes links that the host can serve, unless it is told which', async () => {
  const next = async (hosts: string[], links?: 'path') => {
    const cwd = folderWith(directory(30));
    await build({ cwd, hosts, ...(links && { links }) });
    return JSON.parse(readFileSync(join(cwd, 'dist/api/region/index.json'), 'utf8')).next;
  };
  expect(await next([])).toMatch(/region\/page\/2\/\?page=2$/);
  expect(await next(['nginx'])).toMatch(/region\/page\/2\/\?page=2$/);
  expect(await next(['github-pages'])).toMatch(/region\/page\/2\/index\.json\?page=2$/);
  // What one of several needs, all of them get.
  expect(await next(['nginx', 'github-pages'])).toMatch(/region\/page\/2\/index\.json\?page=2$/);
  await expect(next(['github-pages'], 'path')).rejects.toThrow(UsageError);
  await expect(next(['nginx', 'github-pages'], 'path')).rejects.toThrow(/^github-pages cannot/);
});

it('writes the compressed copies that one of its hosts serves', async () => {
  const compressed = async (...hosts: string[]) => {
    const cwd = folderWith(directory(30));
    await build({ cwd, hosts, compress: ['gzip'] });
    return existsSync(join(cwd, 'dist/api/region/index.json.gz'));
  };
  expect(await compressed('nginx', 'github-pages')).toBe(true);
  expect(await compressed('github-pages')).toBe(false);
});

describe('a file that no build wrote, where one of a host belongs', () => {
  const foreign = 'worker_processes 4;\nevents {}\n';
  const strange = {
    'nginx/nginx.conf': foreign,
    'firebase/firebase.json': '{"hosting": {"public": "www", "ignore": ["**/.*"]}}',
    'cloudflare/wrangler.jsonc': '// Ours\n{"name": "shop"}',
    'http-server/start.mjs': '',
  };
  const names = Object.keys(strange);
  const args = [
    ...names.flatMap((name) => ['--host', name.split('/')[0]!]),
    ...['--base-url', 'http://127.0.0.1:8080', '--host-files'],
  ];
  const toldIn = (stdout: string) => stdout.match(/^.*(?=\n.* foreign-file$)/gm);

  it.each(['hosts', '../etc'])('is told and kept each time, in %s', async (folder) => {
    const cwd = join(folderWith(), 'portal');
    writeData(join(cwd, 'data'), directory(3));
    for (const [name, text] of Object.entries(strange)) writeFile(cwd, `${folder}/${name}`, text);
    for (const _ of ['first', 'second']) {
      const { status, stdout } = await runIn(cwd, 'build', ...args, folder, '--cache', 'cache');
      expect(status).toBe(0);
      expect([...toldIn(stdout)!].sort()).toEqual(names.map((name) => `${folder}/${name}`).sort());
      for (const [name, text] of Object.entries(strange)) {
        expect(readFileSync(join(cwd, folder, name), 'utf8')).toBe(text);
      }
    }
    // What is beside them is written.
    expect(filesOf(join(cwd, folder))).toContain('nginx/portal.conf');
  });

  it('may be a link or a folder, or come after the first build', async () => {
    const cwd = folderWith();
    const build = () => runIn(cwd, 'build', '--host', 'nginx', '--cache', 'cache');
    expect((await build()).stdout).toContain('0 warnings');
    for (const [name, place] of [
      ['portal.conf', (path: string) => symlinkSync('/etc/hostname', path)],
      ['portal-maps.conf', (path: string) => mkdirSync(path)],
      ['nginx.conf', (path: string) => writeFileSync(path, foreign)],
    ] as const) {
      rmSync(join(cwd, 'hosts/nginx', name));
      place(join(cwd, 'hosts/nginx', name));
      expect(toldIn((await build()).stdout)).toContain(`hosts/nginx/${name}`);
    }
    expect(readFileSync(join(cwd, 'hosts/nginx/nginx.conf'), 'utf8')).toBe(foreign);
  });

  it.each(hosts)(
    'is none of an earlier build with other settings, and no cache: $name',
    async ({ name }) => {
      const cwd = folderWith();
      const built = async (url: string, ...more: string[]) => {
        const { stdout, status } = await runIn(
          ...[cwd, 'build', '--host', name, '--base-url', url, '--extra', '/api/city/'],
          ...more,
        );
        expect([status, toldIn(stdout)]).toEqual([0, null]);
      };
      await built('https://api.example.org');
      await built('https://api.example.org', '--listen', '[::1]:9000', '--extra', 'all');
      if (name !== 'firebase') await built('https://portal.example.net/a', '--compress', 'none');
    },
  );
});

it.each([
  ['.git/site', /^out must not be inside \.git: git or npm/],
  ['.GIT', /^out must not be inside \.GIT/],
  ['node_modules', /^out must not be inside node_modules/],
  ['node_modules/.cache/portal-snapshot', /^out must not be inside node_modules/],
  ['link', /^out must not be inside \.git/],
  ['data', /^out must not be inside .*data: what is there would be read/],
  ['data/dist', /^out must not be inside .*data: what is there would be read/],
  ['.', /^(?:data|cache) must not be inside/],
  ['/', /^(?:data|cache) must not be inside/],
  ['cache/dist', /^out must not be inside .*cache: old files are removed there/],
  ['cache', /^cache must not be inside .*cache: a host would serve/],
])('writes no snapshot into %s', async (out, why) => {
  const cwd = folderWith();
  for (const folder of ['.git', 'node_modules', 'cache']) mkdirSync(join(cwd, folder));
  symlinkSync('.git', join(cwd, 'link'));
  const inPlace = () => readdirSync(cwd, { recursive: true });
  const before = inPlace();
  await expect(build({ cwd, out, cache: 'cache' })).rejects.toThrow(why);
  await expect(build({ cwd, hosts: ['nginx'], hostFiles: '.git/nginx' })).rejects.toThrow(
    /^hostFiles must not be inside \.git/,
  );
  expect(inPlace()).toEqual(before);
});

it('writes no snapshot around the cache that it uses by default', async () => {
  const cwd = temporaryFolder();
  writeFile(cwd, 'package.json', '{}');
  const data = folderWith();
  await expect(build({ cwd, data: join(data, 'data'), out: '.' })).rejects.toThrow(
    /^cache must not be inside/,
  );
});

describe('a server that does not listen where links lead', () => {
  const built = async (...args: string[]) => {
    const { stdout } = await runIn(folderWith(), 'build', '--host', 'github-pages', ...args);
    return stdout.match(/links begin with .*(?=: nothing)|(?<=→ give ).*(?=, or)/g) ?? [];
  };

  it.each([
    [[], 'http://localhost:8080', '127.0.0.1:9000', 'http://127.0.0.1:9000'],
    [[], 'http://localhost:8080', '0.0.0.0:80', 'http://localhost:80'],
    [[], 'http://localhost:8080', '10.0.0.5:8080', 'http://10.0.0.5:8080'],
    [
      ['--base-url', 'http://10.0.0.5/portal'],
      'http://10.0.0.5/portal',
      '127.0.0.1:80',
      'http://127.0.0.1:80',
    ],
    [['--base-url', 'http://[::1]:8080'], 'http://[::1]:8080', '[::1]:9000', 'http://[::1]:9000'],
  ])('is told: %j, %s, %s', async (more, baseUrl, listen, meant) => {
    for (const host of ['nginx', 'caddy', 'apache', 'http-server']) {
      expect(await built('--host', host, '--listen', listen, ...more)).toEqual([
        `links begin with ${baseUrl}, but ${host} listens on ${listen}`,
        `--base-url ${meant}`,
      ]);
    }
  });

  it.each([
    ['http://localhost:9000', '127.0.0.1:9000'],
    ['http://127.0.0.1:9000', '[::1]:9000'],
    ['http://10.0.0.5:80', '0.0.0.0:80'],
    // There may be a proxy before it.
    ['https://api.example.org', '127.0.0.1:9000'],
    ['http://api.example.org', '127.0.0.1:9000'],
    ['https://localhost', '127.0.0.1:9000'],
  ])('may be told nothing: %s, %s', async (baseUrl, listen) => {
    expect(await built('--host', 'nginx', '--base-url', baseUrl, '--listen', listen)).toEqual([]);
    expect(await built('--host', 's3', '--listen', '127.0.0.1:1')).toEqual([]);
  });
});

it.each(['127.0.0.1', '[::1]'])('http-server tells its address: %s', async (address) => {
  const cwd = folderWith();
  symlinkSync(join(projectFolder, 'node_modules'), join(cwd, 'node_modules'));
  const url = `http://${address}:${await freePort()}`;
  await build({ cwd, hosts: ['http-server'], baseUrl: `${url}/a`, listen: new URL(url).host });
  const { child, ended } = start(process.execPath, ['hosts/http-server/start.mjs'], { cwd });
  const [said] = await once(child.stdout!, 'data');
  expect(String(said)).toBe(`The API is on ${url}/a/api/ (Ctrl-C ends it)\n`);
  expect((await fetch(`${url}/a/api/region/`)).status).toBe(200);
  child.kill();
  await ended;
});

it('names the host of an address in frames, where a host is asked for', async () => {
  const cwd = folderWith();
  for (const [frame, host] of [
    ['https://Video.example.org/embed', 'video.example.org'],
    ['https://rutube.ru:443', 'rutube.ru'],
    ['video.example.org/embed', 'video.example.org'],
    ['*.example.org', 'video.example.org'],
  ]) {
    writeFile(cwd, 'portal-snapshot.config.json', JSON.stringify({ frames: [frame] }));
    const { status, stderr } = await runIn(cwd, 'check');
    expect([status, stderr]).toEqual([
      2,
      `portal-snapshot: frames: must be the name of a host, such as ${host}, not "${frame}"\n`,
    ]);
  }
});

it('refuses what is no host, a folder that would be served, and what is no address', async () => {
  const cwd = folderWith();
  await expect(build({ cwd, hosts: ['ngnix'] })).rejects.toThrow(/did you mean nginx\?/);
  await expect(build({ cwd, hosts: ['nginx'], hostFiles: 'dist/hosts' })).rejects.toThrow(
    /must not be inside/,
  );
  for (const listen of ['127.0.0.1:8080;', '127.0.0.1:08080', 'example.org:80']) {
    await expect(build({ cwd, hosts: ['nginx'], listen })).rejects.toThrow(/listen: must be/);
  }
  expect(readdirSync(cwd)).toEqual(['data']);
  mkdirSync(join(cwd, 'dist'));
  symlinkSync('dist', join(cwd, 'link'));
  await expect(build({ cwd, hosts: ['nginx'], hostFiles: 'link/hosts' })).rejects.toThrow(
    /must not be inside/,
  );
  expect(readdirSync(join(cwd, 'dist'))).toEqual([]);
});

it('lists the names of hosts, and builds nothing', async () => {
  const cwd = folderWith();
  const { status, stdout } = await runIn(cwd, 'build', '--host', 'list');
  expect(status).toBe(0);
  expect(stdout.trimEnd().split('\n')).toEqual(hosts.map(({ name }) => name));
  expect(readdirSync(cwd)).toEqual(['data']);
});
