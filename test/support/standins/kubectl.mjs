// kubectl, as far as src/hosts/machines/kubernetes.sh asks for it: a job is done when it is made, pod by pod, in the folder
// in which this runs. `kubectl/` keeps each job, its log, and how it ended.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

const line = process.argv.slice(2).join(' ');
mkdirSync('kubectl', { recursive: true });

if (line === 'create --output=name --filename=-') {
  const text = readFileSync(0, 'utf8');
  const { metadata, spec } = parse(text);
  const name = `${metadata.generateName}${readdirSync('kubectl').length}`;
  const [file, ...args] = spec.template.spec.containers[0].command;
  const pods = Array.from({ length: spec.completions }, (_, index) => {
    const own = spec.completionMode === 'Indexed' && { JOB_COMPLETION_INDEX: String(index) };
    return spawnSync(file, args, { env: { ...process.env, ...own }, encoding: 'utf8' });
  });
  const ended = pods.every(({ status }) => status === 0) ? 'Complete' : 'Failed';
  writeFileSync(`kubectl/${name}.yaml`, text);
  writeFileSync(`kubectl/${name}.log`, pods.map(({ stdout, stderr }) => stdout + stderr).join(''));
  writeFileSync(`kubectl/${name}.state`, ended);
  console.log(`job.batch/${name}`);
} else {
  const [, asked] =
    /^get job\.batch\/(\S+) --output=jsonpath=\{\.status\.conditions/.exec(line) ?? [];
  const [, logged] = /^logs --selector=job-name=(\S+) --prefix --tail=-1$/.exec(line) ?? [];
  process.stdout.write(readFileSync(`kubectl/${asked ? `${asked}.state` : `${logged}.log`}`));
}
