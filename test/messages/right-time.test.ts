// The timestamp or date that was meant, from the one that was written.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctDate, correctTimestamp } from '../../src/engine/compile/right-time.js';
import { isDate, isTimestamp } from '../../src/model/time.js';

const MOSCOW = { offset: '+03:00', name: 'Moscow time' };

const timestamps: Record<string, ReturnType<typeof correctTimestamp>> = {
  '2026-03-05T10:12:44Z': { instead: '2026-03-05T10:12:44+00:00' },
  '2026-03-05T10:12:44.123456z': { instead: '2026-03-05T10:12:44.123456+00:00' },
  '2026-03-05 10:12:44 UTC': { instead: '2026-03-05T10:12:44+00:00' },
  '2026-03-05T10:12:44+0300': { instead: '2026-03-05T10:12:44+03:00' },
  '2026-03-05T10:12:44-3': { instead: '2026-03-05T10:12:44-03:00' },
  '2026-03-05T10:12:44\u221205:00': { instead: '2026-03-05T10:12:44-05:00' },
  '2026-03-05 10:12': { instead: '2026-03-05T10:12:00+03:00', assumed: MOSCOW.name },
  '2026-03-05T10:12+05:00': { instead: '2026-03-05T10:12:00+05:00' },
  '2026-03-05': { instead: '2026-03-05T00:00:00+03:00', assumed: MOSCOW.name },
  '2026/3/5 9:05': { instead: '2026-03-05T09:05:00+03:00', assumed: MOSCOW.name },
  '05.03.2026 10:12': { instead: '2026-03-05T10:12:00+03:00', assumed: MOSCOW.name },
  '5.3.2026, 10:12:44 +07:00': { instead: '2026-03-05T10:12:44+07:00' },
  '2026-03-05T10:12:44,5+03:00': { instead: '2026-03-05T10:12:44.5+03:00' },
  '2026-03-05T10:12:44.+03:00': { instead: '2026-03-05T10:12:44+03:00' },
  ' 2026-03-05T10:12:44+03:00 ': { instead: '2026-03-05T10:12:44+03:00' },
  '2024-06-30T23:59:60+00:00': { instead: '2024-07-01T00:00:00+00:00' },
  '2024-06-30T23:59:60.5+00:00': { instead: '2024-07-01T00:00:00+00:00' },
  '2024-12-31T24:00:00+03:00': { instead: '2025-01-01T00:00:00+03:00' },
  '2024-02-28T24:00+03:00': { instead: '2024-02-29T00:00:00+03:00' },
  '2024-04-31T10:00:00+03:00': { why: { part: 'day', given: 31, days: 30 } },
  '2023-02-29T10:00:00+03:00': { why: { part: 'day', given: 29, days: 28 } },
  '1900-02-29T10:00:00+03:00': { why: { part: 'day', given: 29, days: 28 } },
  '2024-05-00T10:00:00+03:00': { why: { part: 'day', given: 0, days: 31 } },
  '2024-13-01T10:00:00+03:00': { why: { part: 'month', given: 13 } },
  '2024-05-01T25:00:00+03:00': { why: { part: 'hour', given: 25 } },
  '2024-05-01T24:01:00+03:00': { why: { part: 'hour', given: 24 } },
  '2024-05-01T24:00:01+03:00': { why: { part: 'hour', given: 24 } },
  '2024-05-01T10:60:00+03:00': { why: { part: 'minute', given: 60 } },
  '2024-05-01T10:00:61+03:00': { why: { part: 'second', given: 61 } },
  '2024-05-01 10:00:00+23:59': { instead: '2024-05-01T10:00:00+23:59' },
  '05.03.2026 10:12z': { instead: '2026-03-05T10:12:00+00:00' },
  // Of 64 characters, and of one more, which is no mistyped time.
  [`2024-05-01T10:00:00.${'1'.repeat(43)}Z`]: {
    instead: `2024-05-01T10:00:00.${'1'.repeat(43)}+00:00`,
  },
  [`2024-05-01T10:00:00.${'1'.repeat(44)}Z`]: {},
  '2024-05-01T10:00:00+24:00': { why: { part: 'offset', given: 24 } },
  '2024-05-01T10:00:00+03:60': { why: { part: 'minute', given: 60 } },
  '9999-12-31T24:00:00+03:00': {},
  вчера: {},
  '': {},
};

const dates: Record<string, ReturnType<typeof correctDate>> = {
  '05.03.2026': { instead: '2026-03-05' },
  '5.3.2026': { instead: '2026-03-05' },
  '2026-3-5': { instead: '2026-03-05' },
  '2026/03/05': { instead: '2026-03-05' },
  '2026-03-05T00:00:00+03:00': { instead: '2026-03-05' },
  '31.06.1980': { why: { part: 'day', given: 31, days: 30 } },
  '2026-02-30': { why: { part: 'day', given: 30, days: 28 } },
  '2026-00-10': { why: { part: 'month', given: 0 } },
  '05.03.26': {},
  '': {},
};

describe('timestamps', () => {
  it.each(Object.entries(timestamps))('%s', (text, expected) => {
    expect(correctTimestamp(text, MOSCOW)).toEqual(expected);
  });

  it('whatever is offered is a timestamp', () => {
    const digits = fc.integer({ min: 0, max: 99 }).map(String);
    const text = fc
      .tuple(fc.integer({ min: 0, max: 9999 }), digits, digits, digits, digits, digits)
      .map(([year, month, day, hour, minute, second]) => {
        return `${String(year).padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`;
      });
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (written) => {
        const { instead } = correctTimestamp(written);
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

describe('dates', () => {
  it.each(Object.entries(dates))('%s', (text, expected) => {
    expect(correctDate(text)).toEqual(expected);
    if (expected.instead) expect(isDate(expected.instead)).toBe(true);
  });
});
