// Experts (spec.md §2.2).
import { collection, shape } from '../model/collection.js';
import { required } from '../model/fields.js';
import { id, text, timestamp } from '../model/types.js';

export const experts = collection('experts', {
  fields: {
    id: required(id),
    full_name: required(text),
    created_at: required(timestamp),
  },
  named: ['full_name'],
  shapes: { full: shape('id full_name created_at') },
});
