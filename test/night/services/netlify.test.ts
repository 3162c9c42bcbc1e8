// Netlify on its own libraries: what `verify` does not ask there.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { netlify } from '../../../src/hosts/netlify/index.js';
import { pageOfDocs, pageTypes, servedBy, typesAt } from '../../live/edge/addresses.js';
import { answers } from '../../support/addresses.js';
import { publish } from '../../support/published.js';
import { runIn } from '../../support/run.js';
import { netlifyLibraries } from '../../support/standins/netlify.js';
import { describeWith } from '../../support/tools.js';

/** A file that is there comes before the rules. */
const routed = {
  ...answers,
  '/api/post-comment/index.json?post=3': 'api/post-comment/index.json',
  '/api/post/index.json?user=4': 'api/post/index.json',
};

describeWith(netlifyLibraries.tools, "netlify on Netlify's own libraries", () => {
  it('routes lists, pages and queries below the path of the base URL', async () => {
    const below = await publish(netlify, { prefix: '/portal' });
    const { url, stop } = await netlifyLibraries.start(below);
    try {
      expect(await servedBy(`${url}/portal`, below.tree)).toEqual(routed);
    } finally {
      await stop();
    }
  });

  it('serves the page of docs beside the API as a page', async () => {
    const { folder, out } = await publish(netlify);
    await runIn(folder, 'docs', '--out', join(out, 'docs'));
    const { url, stop } = await netlifyLibraries.start({ folder, out, operated: '' });
    try {
      expect(await typesAt(url, pageOfDocs)).toEqual(pageTypes);
      expect(await typesAt(url, ['/api/', '/api/nothing/', '/nothing'])).toEqual([
        '200 application/json',
        '404 application/json',
        '404 application/json',
      ]);
    } finally {
      await stop();
    }
  });
});
