// Experts (API.md §2.2).

import * as z from 'zod';
import { collection } from '../model/collection.js';
import { id, now, timestamp } from '../model/types.js';

export const experts = collection(
  'experts',
  z.strictObject({
    id,
    full_name: z
      .string()
      .describe('surname, first name and patronymic')
      .meta({ label: 'Full name' }),
    created_at: timestamp
      .describe('when the expert was entered')
      .meta({ label: 'Entered', filled: now }),
  }),
  {
    singular: 'expert',
    named: ['full_name'],
  },
);
