// Districts, regions and cities (API.md §2.3, §2.4).

import * as z from 'zod';
import { collection, shape } from '../model/collection.js';
import { id, ref } from '../model/types.js';
import { off, refOrNull } from './shared.js';

export const districts = collection(
  'districts',
  z.strictObject({
    id,
    name: z.string().describe('its name').meta({ label: 'Name' }),
  }),
  {
    singular: 'district',
    named: ['name'],
  },
);

export const regions = collection(
  'regions',
  z.strictObject({
    id,
    name: z.string().describe('its name').meta({ label: 'Name' }),
    code: z.string().default('').describe('its code, such as 77').meta({ label: 'Code' }),
    district: refOrNull('districts', 'full')
      .describe('the federal district that it is in')
      .meta({ label: 'District' }),
  }),
  {
    singular: 'region',
    named: ['name'],
    shapes: {
      full: 'all',
      reduced: shape(['id', 'name', 'code']),
    },
  },
);

export const cities = collection(
  'cities',
  z.strictObject({
    id,
    name: z.string().describe('its name').meta({ label: 'Name' }),
    not_uniq: off('whether another city has the same name').meta({ label: 'Has a namesake' }),
    area: z.null().default(null),
    region: ref('regions').describe('the region that it is in').meta({ label: 'Region' }),
  }),
  {
    singular: 'city',
    named: ['name'],
  },
);
