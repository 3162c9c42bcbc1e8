// A preview in this process, on a free port, of a data folder that the test may change.
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { PreviewOptions } from '../../src/preview/preview.js';
import type { Rebuild } from '../../src/preview/rebuilds.js';
import { temporaryFolder } from '../support/folders.js';
import { startPreview } from '../support/tool.js';

/** A preview that runs, and what it told. */
export interface Running {
  readonly cwd: string;
  readonly data: string;
  readonly port: number;
  readonly url: string;
  readonly close: () => Promise<void>;
  /** Every build so far. */
  readonly rebuilds: readonly Rebuild[];
  /** The first build after the last one waited for that is so. */
  readonly until: (isSo: (rebuild: Rebuild) => boolean) => Promise<Rebuild>;
}

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts a preview of a folder, `<cwd>/data`, that `fill` has written; it is closed after the test. */
export async function start(
  fill: (data: string) => void,
  options: Omit<PreviewOptions, 'onRebuild' | 'cwd'> = {},
): Promise<Running> {
  const cwd = temporaryFolder();
  const data = join(cwd, options.data ?? 'data');
  fill(data);
  const rebuilds: Rebuild[] = [];
  let waited = 0;
  let wake = () => {};
  const onRebuild = (rebuild: Rebuild) => {
    rebuilds.push(rebuild);
    wake();
  };
  const { url, close } = await startPreview({ ...options, cwd, onRebuild });
  waited = rebuilds.length;
  const until = async (isSo: (rebuild: Rebuild) => boolean): Promise<Rebuild> => {
    for (;;) {
      const next = rebuilds[waited++];
      if (next === undefined) {
        waited--;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if (isSo(next)) return next;
    }
  };
  const port = Number(new URL(url).port);
  onTestFinished(close);
  return { cwd, data, port, url, close, rebuilds, until };
}

export const isGood = ({ report }: Rebuild) => report?.ok === true;
export const isBad = ({ report }: Rebuild) => report?.ok === false;

/** Asks for a path exactly as it is written. */
export function ask(
  port: number,
  path: string,
  { body, ...options }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const where = { host: '127.0.0.1', port, path, agent: false as const };
    request({ ...where, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, headers, body: Buffer.concat(chunks).toString() });
      });
    })
      .on('error', reject)
      .end(body);
  });
}
