// The least that any build must do: read and JSON.parse all data files.
// usage: node floor.mjs DATA
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [data] = process.argv.slice(2);
let records = 0;
for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  records += JSON.parse(readFileSync(join(entry.parentPath, entry.name), 'utf8')).length;
}
process.stdout.write(`${records} records\n`);
