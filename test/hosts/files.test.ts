// The files themselves: what is in them for a small site, and that nothing breaks out of its place.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Host, Site } from '../../src/hosts/host.js';
import { hosts } from '../../src/hosts/index.js';
import { UsageError } from '../../src/problems/problem.js';
import { character } from '../oracle/values.js';
import { sampleSite } from '../support/published.js';

const site = sampleSite({
  ...{ prefix: '/portal', root: '/srv/portal/dist', hostFiles: '/srv/portal/hosts' },
  compress: ['br', 'gzip'],
});

const servers = hosts.filter(({ name }) =>
  ['apache', 'caddy', 'http-server', 'nginx'].includes(name),
);

/** All files of a host, by name; those of the published folder begin with `published/`. */
function filesOf(host: Host, given: Site): Record<string, string> {
  return Object.fromEntries([
    ...host.published(given).map(({ path, text }) => [`published/${path}`, text]),
    ...host.operated(given).map(({ path, text }) => [path, text]),
  ]);
}

it.each(hosts)('the files of $name are these', async (host) => {
  const given = host.name === 'firebase' ? { ...site, prefix: '' } : site;
  for (const [path, text] of Object.entries(filesOf(host, given))) {
    // Any user could lay a link there.
    expect(text).not.toContain('/tmp');
    // What programs do is in addresses.test.ts and worker.test.ts.
    if (/\.m?js$/.test(path)) continue;
    await expect(text).toMatchFileSnapshot(`fixture/${host.name}/${path}.txt`);
  }
});

describe.each(servers)('the files of $name', (host) => {
  it('name a folder as it is, or refuse it', () => {
    const plain = JSON.stringify(filesOf(host, { ...site, root: '/ROOT' }));
    const parts = fc.oneof(
      fc.constantFrom(' ', '"', "'", '`', '$', '{', '}', '\n', '\\', '%', ';', '#', '*', '</', 'é'),
      fc.stringMatching(/^[a-z./-]$/),
      character,
    );
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 6 }), (chosen) => {
        const root = `/${chosen.join('')}`;
        const files = attempt(() => filesOf(host, { ...site, root }));
        if (files === undefined) return;
        // In a string of JavaScript anything can be written; elsewhere nothing needs to be escaped.
        const written = host.name === 'http-server' ? JSON.stringify(root).slice(1, -1) : root;
        if (host.name !== 'http-server') expect(root).toMatch(/^\/[^\p{C}"'`$\\{}%*?[\]<>]*$/u);
        const escaped = JSON.stringify(written).slice(1, -1);
        expect(JSON.stringify(files)).toBe(plain.replaceAll('/ROOT', () => escaped));
      }),
      // Signs that a replacement in JavaScript would take for the text around it.
      { examples: [[['$', '`']], [['$', "'"]], [['$', '&']]] },
    );
  });

  it('listen where they are told to, or refuse it', () => {
    const wrong = ['8080', ':8080', '127.0.0.1:0', '127.0.0.1:65536', '127.0.0.1:8080; }'];
    const odd = ['127.0.0.1:80\n80', '*:80', 'unix:/tmp/x', 'example.org:80', '[::1]'];
    for (const listen of [...wrong, ...odd]) {
      expect(() => filesOf(host, { ...site, listen }), listen).toThrow(UsageError);
    }
    for (const address of ['[::1]', '0.0.0.0', 'localhost']) {
      const text = Object.values(filesOf(host, { ...site, listen: `${address}:9000` })).join('\n');
      expect(text).toContain(address.replace(/[[\]]/g, ''));
      expect(text).toContain('9000');
      expect(text).not.toContain('8080');
    }
  });

  it('name what is theirs by the prefix, so that two portals share a server', () => {
    const namesIn = (prefix: string): Set<string> => {
      const names = { nginx: /^map .* [$](\w+)/gm, caddy: /^@(\w+)/gm }[host.name];
      const text = Object.values(filesOf(host, { ...site, prefix })).join('\n');
      return new Set(names && [...text.matchAll(names)].map(([, name = '']) => name));
    };
    const prefixes = ['', '/page', '/Page', '/second', '/a-b', '/a/b', '/ab', `/${'x'.repeat(99)}`];
    const all = prefixes.map(namesIn);
    for (const name of new Set(all.flatMap((names) => [...names]))) {
      expect(name).toMatch(/^portal_[a-z0-9_]{1,35}$/);
      expect([name, all.filter((names) => names.has(name)).length]).toEqual([name, 1]);
    }
  });

  it('refuse names of lists and bodies that would mean something else', () => {
    for (const name of ['a"b', 'a b', '(x)', 'a//b', '..', 'a\n', '$1', 'ё', '']) {
      const endpoints = [{ name: `x/${name}`, parameter: undefined, pages: 1 }];
      const asked = () => filesOf(host, { ...site, endpoints });
      if (host.name === 'http-server') expect(asked, name).not.toThrow();
      else expect(asked, name).toThrow(UsageError);
    }
  });
});

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return undefined;
  }
}
