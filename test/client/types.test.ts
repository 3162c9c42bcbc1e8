// The client's types are those of the model: `npm run client-types` makes them, and this holds them against it.
import { expect, it } from 'vitest';
import { portal } from '../../src/portal/index.js';
import { clientTypes } from './client-types.js';

it('the types of the client are up to date', async () => {
  await expect(clientTypes(portal)).toMatchFileSnapshot('../../src/client/types.ts');
});
