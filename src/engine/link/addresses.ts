// Checks the texts by which records have their addresses, such as `/api/book/emma/` (see `Endpoint.record`).
import { ADDRESS_WORD } from '../../model/endpoint.js';
import { memo } from '../../model/memo.js';
import type { RecordAddresses } from '../plan.js';
import type { AcrossCheck } from './row-findings.js';
import type { Table } from './table.js';

const WORD = new RegExp(`^${ADDRESS_WORD}$`);
/** The names that no file may have on Windows. https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Checks that each text may be in an address and in the name of a file, and that no other address is the same. */
export function checkAddresses(check: AcrossCheck, table: Table): void {
  for (const addresses of table.plan.addresses) checkTexts(check, table, addresses);
}

function checkTexts(
  check: AcrossCheck,
  table: Table,
  { list, field, taken }: RecordAddresses,
): void {
  const path = `/${field}`;
  const texts = table.collated(field);
  // Some disks do not distinguish upper and lower case.
  const holders = new Map<string, number[]>();
  texts.forEach((found, row) => {
    // A record that lacks the text is reported elsewhere, and so is a later record with the same id.
    if ((found === '' && table.bad[row]) || table.isCopy(row)) return;
    const low = found.toLowerCase();
    if (!WORD.test(found)) check.report(table, row, path, 'bad-value/address', { found });
    else if (RESERVED.test(found)) check.report(table, row, path, 'bad-value/reserved', { found });
    else if (taken.has(low))
      check.report(table, row, path, 'bad-value/own-address', { list, found });
    else memo(holders, low, () => []).push(row);
  });
  for (const rows of holders.values()) {
    if (rows.length === 1) continue;
    const [first, ...later] = table.inPlace(rows);
    const about = table.placeOf(first!);
    for (const row of later) {
      const args = { list, field, found: texts[row]! };
      check.report(table, row, path, 'inconsistent/address', args, { about });
    }
  }
}
