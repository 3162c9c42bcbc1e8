// A preview in this process, on a free port, of a data folder that the test may change.
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { PreviewOptions } from '../../src/preview/preview.js';
import type { Rebuild } from '../../src/preview/rebuilds.js';
import { type Asked, ask as askAt } from '../support/ask.js';
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

/** Asks for a path exactly as it is written; the body as a text. */
export async function ask(port: number, path: string, asked: Asked = {}) {
  const answer = await askAt(`http://127.0.0.1:${port}`, path, asked);
  return { ...answer, body: answer.body.toString() };
}
