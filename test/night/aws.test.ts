// The page `Deploying` of src/hosts/README.md and the command line of AWS, up to its first request. It takes a second to start.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hostParts, scriptsOf } from '../deploying/page.js';
import { perform, setStage } from '../live/deploying/stage.js';
import { describeWith, program } from '../support/tools.js';

describeWith([program('aws')], 'the command line of AWS', () => {
  it.each(['s3', 'cloudfront'])('takes all that it is asked for %s', async (host) => {
    const stage = setStage();
    const log = join(stage.served, 'log');
    // Nobody listens there: a command that is wrong fails before it finds that out.
    stage.replace(
      'aws',
      `said=$(PATH='${process.env['PATH']}' '${program('aws').file}' "$@" --endpoint-url http://127.0.0.1:1 2>&1)
case $said in
  *'Could not connect'*) printf '%s\\n' "$1 $2" >> '${log}'; echo id ;;
  *) printf '%s\\n' "$*" "$said" >&2; exit 1 ;;
esac`,
    );
    await perform(stage, scriptsOf(hostParts.find(({ title }) => title === host)!).join(''), {
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      AWS_MAX_ATTEMPTS: '1',
    });
    const asked = readFileSync(log, 'utf8');
    expect(asked).toContain('iam put-role-policy');
    expect(asked).toContain(
      host === 's3' ? 's3api put-bucket-cors' : 'cloudfront create-distribution',
    );
  });
});
