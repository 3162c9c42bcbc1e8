// s3rver with its listings in the order of keys, as S3's are: `aws s3 sync` relies on it. Run it with the
// program's file before its own arguments.
import { createRequire } from 'node:module';

const [program] = process.argv.splice(2, 1);
const require = createRequire(program);
const Store = require('../lib/stores/filesystem');
const { listObjects } = Store.prototype;
Store.prototype.listObjects = async function inOrder(...given) {
  const listed = await listObjects.apply(this, given);
  listed.objects.sort((a, b) => (a.key < b.key ? -1 : 1));
  return listed;
};
require(program);
