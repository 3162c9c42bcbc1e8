// The timestamp that was meant, from the one that was written: each that `check/cases/values.cases` does not name.
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { correctTimestamp } from '../../src/engine/compile/right-time.js';
import { isTimestamp } from '../../src/model/time.js';

const MOSCOW = { offset: '+03:00', name: 'Moscow time' };

describe('timestamps', () => {
  it('whatever is offered is a timestamp', () => {
    const digits = fc.integer({ min: 0, max: 99 }).map(String);
    const text = fc
      .tuple(fc.integer({ min: 0, max: 9999 }), digits, digits, digits, digits, digits)
      .map(([year, month, day, hour, minute, second]) => {
        return `${String(year).padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`;
      });
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (written) => {
        const { instead } = correctTimestamp(written, MOSCOW);
        return instead === undefined || isTimestamp(instead);
      }),
    );
  });

  it('in another notation stay the same moment', () => {
    const moments = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (moment) => {
        const iso = moment.toISOString();
        const { instead = '' } = correctTimestamp(iso.replace('T', ' '));
        return new Date(instead).getTime() === moment.getTime() && isTimestamp(instead);
      }),
    );
  });
});
