// Where a server of the snapshot listens.

import { UsageError } from '../problems/problem.js';
import { quote } from '../problems/quote.js';

/** Where to listen, in parts. Throws a {@link UsageError}. */
export function listenParts(listen: unknown): { readonly address: string; readonly port: number } {
  const match =
    /^(?<address>\[[0-9a-fA-F:.]+\]|[0-9]+(?:\.[0-9]+){3}|localhost):(?<port>[1-9]\d{0,4})$/.exec(
      typeof listen === 'string' ? listen : '',
    );
  const port = Number(match?.groups?.['port']);
  if (!match || port > 65_535) {
    throw new UsageError(
      `listen must be an address and a port, such as 127.0.0.1:8080 or [::1]:8080, not ${quote(listen)}`,
    );
  }
  return { address: match.groups!['address']!, port };
}
