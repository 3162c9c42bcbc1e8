// Commands and flags that earlier versions had. The error about such a command or flag says what to do instead.

/** The end of the error about each command or flag: what to do instead. */
const gone: Readonly<Record<string, string>> = {
  '-V': 'write -v',
  completion: 'there is no completion of commands in shells; --help lists commands and flags',
  '--complete':
    'bring back what was removed (`git log -- data`), or copy the records that another post has in comments and events',
  '--since-feed': 'import reads the whole origin each time; leave the flag out',
  '--fresh': 'import fetches everything anew each time; leave the flag out',
  '--split': 'move a text by hand; 7.text.html beside 7.json is the text of record 7',
  '--join': 'move a text by hand, from 7.text.html into the record in 7.json',
  '--fix': 'run fmt, then check',
  '--store': 'use --cache DIR, a folder that machines may have in common',
  '--store-read-only': 'give jobs that must not write a --cache DIR of their own',
  '--link': 'run build --shard I/N --cache DIR on each machine, then build --cache DIR on one',
  '--grace':
    'pages that are no longer part of the snapshot go with its publication; leave the flag out',
  '--sign':
    'build --sign KEY makes the signature a file of the snapshot, which publish brings along',
  '--verify':
    'run `portal-snapshot verify URL --against dist`, and if that fails `portal-snapshot publish TARGET --rollback`',
  '--no-lock':
    'publish needs a bucket that heeds the conditions of writes, so that two publishers are kept apart',
  '--purge-file':
    'purge everything: --purge cloudfront:ID, or the command line of another CDN after publish',
  '--pages': 'run build --shard I/N --cache DIR on each machine, then build --cache DIR on one',
};

/**
 * Returns commander's error. If it is about a command or flag of an earlier version, it also says what to do instead.
 */
export function withInstead(error: string): string {
  const [, name = ''] = /^error: unknown (?:command|option) '([^'=]*)/.exec(error) ?? [];
  const instead = Object.hasOwn(gone, name) ? gone[name] : undefined;
  return instead === undefined ? error : `error: ${name} is gone since 3.0.0: ${instead}\n`;
}
