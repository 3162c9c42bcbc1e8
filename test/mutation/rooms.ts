// The rooms whose tests are measured: what is changed, and by which tests a change should be noticed.

/** A room: its files, as globs below `src/`, and its tests, by what their paths below `test/` begin with. The quick ones come first. */
export interface Room {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

export const rooms: Readonly<Record<string, Room>> = {
  site: {
    sources: ['site/**/*.ts'],
    tests: [
      'site/snapshot-file',
      'site/route',
      'site/files',
      'site/signature',
      'openapi/document',
      'extras/feeds',
      'hosts/addresses',
    ],
  },
  portal: {
    sources: ['portal/!(search).ts'],
    tests: [
      'schema/schemas',
      'preview/described',
      'oracle/literal',
      'client/extras',
      'scripts/scripts',
      'messages/catalogue',
      'extras/feeds',
      'openapi/document',
      'import/split/thin',
      'check/implausible',
      'oracle/linked',
      'new/places',
      'new/records',
      'query/show',
      'extras/extras',
      'check/cases',
      'check/bad',
      'spec/shapes',
      'new/trees',
    ],
  },
  search: {
    sources: ['portal/search.ts'],
    tests: ['extras/search', 'extras/extras'],
  },
  source: {
    sources: ['files/source/*.ts'],
    tests: ['source', 'check/cases'],
  },
  merge: {
    sources: ['editing/merge/*.ts', 'import/merge/*.ts'],
    tests: ['import/merge/fields', 'import/merge/records', 'import/merge'],
  },
  publish: {
    sources: ['delivery/publish/{bring,guard,history,lock,look,places,publication}.ts'],
    tests: ['publish/publish', 'publish/rivals', 'publish/instants'],
  },
  link: {
    sources: ['engine/link/*.ts'],
    tests: [
      'oracle/literal',
      'check/trees',
      'oracle/linked',
      'check/together',
      'check/cases',
      'check/implausible',
      'messages/one-cause',
      'second/',
    ],
  },
  write: {
    sources: ['engine/write/*.ts'],
    tests: [
      'oracle/literal',
      'write/build',
      'extras/feeds',
      'extras/lines',
      'write/digests',
      'write/compress',
      'write/stage',
      'cli/progress',
      'second/',
      'hosts/build',
    ],
  },
  validate: {
    sources: ['engine/compile/{judge,validate,texts}.ts'],
    tests: ['check/texts', 'check/cases', 'check/bad', 'check/implausible', 'check/odd-values'],
  },
  compile: {
    sources: [
      'engine/compile/{all,column,emit,file,fragment-writer,hashes,known,rows,shard,shards,written}.ts',
    ],
    tests: [
      'check/written',
      'oracle/literal',
      'cache/kept',
      'cache/states',
      'cache/stat',
      'check/texts',
      'check/limits',
    ],
  },
  fast: {
    sources: ['engine/compile/fast/*.ts'],
    tests: ['oracle/literal', 'check/paths'],
  },
};
