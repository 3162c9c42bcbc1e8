// Experts (API.md §2.2).
import { collection, shape } from '../model/collection.js';
import { filled, now, required } from '../model/fields.js';
import { id, text, timestamp } from '../model/types.js';

export const experts = collection('experts', {
  singular: 'expert',
  fields: {
    id: required(id),
    full_name: required(text, {
      en: 'surname, first name and patronymic',
      ru: 'фамилия, имя и отчество',
    }),
    created_at: filled(
      required(timestamp, { en: 'when the expert was entered', ru: 'когда эксперт внесён' }),
      now,
    ),
  },
  named: ['full_name'],
  shapes: { full: shape('id full_name created_at') },
});
