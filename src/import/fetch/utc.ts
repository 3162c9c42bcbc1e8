// Django writes the offset of UTC as `Z`. Data files and the API have `+00:00` for the same instant (PROMISES.md §2.1), so
// each timestamp of an origin is read as if it had been written so.
import type { Portal } from '../../model/endpoint.js';
import type { JsonObject } from '../../model/fields.js';
import { isTimestamp } from '../../model/time.js';
import { changing } from '../values.js';

/** Returns a record whose timestamps have numeric offsets. */
export type Numeric = (record: JsonObject) => JsonObject;

/** Makes the {@link Numeric} of a collection's records in a shape. */
export function numericIn(portal: Portal): (collection: string, shape: string) => Numeric {
  const change = changing(portal, (value, type) => {
    if (type.kind !== 'timestamp' || typeof value !== 'string' || !value.endsWith('Z')) {
      return undefined;
    }
    const numeric = `${value.slice(0, -1)}+00:00`;
    return isTimestamp(numeric) ? numeric : undefined;
  });
  return (collection, shape) => (record) => change(collection, shape, record);
}
