// A build on two nodes of Slurm, by the file that is shipped for it, equals that of one machine, whatever became of a shard.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/folders.js';
import { type Cluster, slurmTools, startCluster } from '../../support/slurm.js';
import { describeWith } from '../../support/tools.js';
import { expectTree } from '../../support/tree.js';
import { command, machines, SharedPortal } from './portal.js';

/** Says where it runs, and holds the second shard the first time, before its work. */
const HELD = `
echo "on $SLURMD_NODENAME"
shift
if [ "$SLURM_JOB_NAME $SLURM_ARRAY_TASK_ID" = "shards 2" ] && mkdir held 2> /dev/null; then
  bash -c 'kill -STOP $$; exec "$@"' held ${command} "$@" &
  echo "$SLURM_JOB_ID $!" > held/.ids
  mv held/.ids held/ids
  wait $!
  exit
fi
exec ${command} "$@"`;

describeWith(slurmTools, 'Slurm', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(temporaryFolder());
  });
  afterAll(() => cluster.stop());

  const build = (portal: SharedPortal) =>
    portal.run('bash', [join(machines, 'slurm.sh')], { ...cluster.env, PARTS: '3' });

  /** The logs of jobs, each once, by the jobs' names. */
  const logsOf = ({ cwd }: SharedPortal): string[][] =>
    readdirSync(join(cwd, 'logs')).map((log) => [
      log.replace(/-\d+\.log$/, ''),
      readFileSync(join(cwd, 'logs', log), 'utf8'),
    ]);

  /** The numbers of the job and of the process of the shard that is held. */
  async function heldBy({ cwd }: SharedPortal): Promise<string[]> {
    const ids = join(cwd, 'held/ids');
    while (!existsSync(ids)) await sleep(50);
    return readFileSync(ids, 'utf8').trim().split(' ');
  }

  it('builds what one machine builds, and a shard that is requeued begins anew', async () => {
    const portal = new SharedPortal({ npx: HELD });
    const whole = await portal.whole();
    const building = build(portal);
    const [job] = await heldBy(portal);
    expect(await cluster.run('scontrol', 'requeue', job!)).toMatchObject({ status: 0 });
    expect(await building).toMatchObject({ status: 0, stderr: '' });
    expectTree(portal.dist, whole);

    const logs = logsOf(portal);
    const names = logs.map(([name]) => name).sort();
    expect(names).toEqual([...['build', 'shards', 'shards', 'shards']]);
    for (const [name, text] of logs) {
      if (name === 'shards') expect(text).toMatch(/share [123] of 3/);
    }
    const nodes = new Set(logs.flatMap(([, text]) => text!.match(/(?<=^on )node\d$/gm)));
    expect([...nodes].sort()).toEqual(['node1', 'node2']);
  });

  it('names a shard that was killed, stops what depends on it, and builds the next time', async () => {
    const portal = new SharedPortal({ npx: HELD });
    const whole = await portal.whole();
    const building = build(portal);
    const [job, pid] = await heldBy(portal);
    process.kill(Number(pid), 'SIGKILL');
    const { status, stderr } = await building;
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(`^FAILED logs/shards-${job}.log\n`),
    });
    await cluster.until(['--name=build', '--states=CANCELLED', '--format=%r'], /^Dependency/);
    expect(logsOf(portal).map(([name]) => name)).toEqual(['shards', 'shards', 'shards']);
    expect(existsSync(portal.dist)).toBe(false);

    expect(await build(portal)).toMatchObject({ status: 0 });
    expectTree(portal.dist, whole);
  });

  it('names the job that found an error in the data, and writes nothing', async () => {
    const portal = new SharedPortal();
    portal.addRegion({ id: 1, name: 'Томская область', district: 7 });
    const { status, stderr } = await build(portal);
    expect(status).toBe(1);
    const [, log] = /^FAILED (logs\/build-\d+\.log)$/m.exec(stderr) ?? [];
    expect(readFileSync(join(portal.cwd, log!), 'utf8')).toContain('there is no record 7');
    expect(existsSync(portal.dist)).toBe(false);
  });
});
