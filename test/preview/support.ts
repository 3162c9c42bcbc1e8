// A preview in this process, on a free port, of a data folder that the test may change.
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Portal } from '../../src/model/endpoint.js';
import { portal as shipped } from '../../src/portal/index.js';
import type { Rebuild } from '../../src/preview/current.js';
import { type PreviewOptions, startPreview } from '../../src/preview/preview.js';
import type { Localized } from '../../src/problems/messages/catalogue.js';
import { type Asked, ask as askAt } from '../support/ask.js';
import { temporaryFolder } from '../support/folders.js';

/** What a preview told: the result of a build, or why something failed. */
type Told = Partial<Rebuild> & { readonly failure?: Localized };

/** A preview that runs, and what it told. */
export interface Running {
  readonly cwd: string;
  readonly data: string;
  readonly port: number;
  readonly url: string;
  readonly close: () => Promise<void>;
  /** Every build and failure so far. */
  readonly rebuilds: readonly Told[];
  /** The first one after the last one waited for that is so. */
  readonly until: (isSo: (told: Told) => boolean) => Promise<Told>;
}

/** Starts a preview of a folder, `<cwd>/data`, that `fill` has written; it is closed after the test. */
export async function start(
  fill: (data: string) => void,
  options: Omit<PreviewOptions, 'onRebuild' | 'onFailure' | 'cwd'> = {},
  portal: Portal = shipped,
): Promise<Running> {
  const cwd = temporaryFolder();
  const data = join(cwd, options.data ?? 'data');
  fill(data);
  const rebuilds: Told[] = [];
  let waited = 0;
  let wake = () => {};
  const tell = (told: Told) => {
    rebuilds.push(told);
    wake();
  };
  const { url, close } = await startPreview(portal, {
    ...{ ...options, cwd },
    onRebuild: tell,
    onFailure: (failure) => tell({ failure }),
  });
  waited = rebuilds.length;
  const until = async (isSo: (told: Told) => boolean): Promise<Told> => {
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

export const isGood = ({ report }: Told) => report?.ok === true;
export const isBad = ({ report }: Told) => report?.ok === false;

/** Asks for a path exactly as it is written; the body as a text. */
export async function ask(port: number, path: string, asked: Asked = {}) {
  const answer = await askAt(`http://127.0.0.1:${port}`, path, asked);
  return { ...answer, body: answer.body.toString() };
}
