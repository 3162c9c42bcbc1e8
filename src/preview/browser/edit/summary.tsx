// Why a record was not saved: each field with an error, as a button that leads to the field, and other messages.
import { labelOf } from '../../../editing/schema/inputs.js';
import type { FieldDto } from '../dto.js';
import { say } from '../say.js';
import { idOf } from './input-props.js';
import type { Saving } from './saving.js';

interface SummaryProps {
  readonly saving: Saving;
  readonly fields: readonly FieldDto[];
}

export function Summary({ saving, fields }: SummaryProps) {
  const { isRefused, isOld, trouble } = saving;
  const wrong = [...saving.wrong].filter(([, { isError }]) => isError);
  if (!isOld && (!isRefused || (wrong.length === 0 && trouble.length === 0))) return null;
  const nameOf = (pointer: string) => {
    const field = fields.find(({ name }) => name === pointer.split('/')[1]);
    return field ? labelOf(field, say) : pointer.slice(1);
  };
  return (
    <div class="wrongs">
      {!isOld && <h2>{say('Put this right, then save again')}</h2>}
      {trouble.length > 0 && <p class="lines">{trouble.join('\n')}</p>}
      {isOld && (
        <button type="button" class="button" onClick={saving.reset}>
          {say('Open it again')}
        </button>
      )}
      <ul>
        {wrong.map(([pointer, { text }]) => (
          <li key={pointer}>
            <button
              type="button"
              class="link"
              onClick={() => document.getElementById(idOf(pointer))?.focus()}
            >
              {nameOf(pointer)}
            </button>
            : {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
