// Slurm, from Debian's packages: a controller and two nodes on this machine. All files are in one folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ended, endAll, start } from './command.js';
import { freePort, program } from './tools.js';

const controller = program('slurmctld');
const daemon = program('slurmd');

export const slurmTools = [
  controller,
  daemon,
  ...['sbatch', 'scancel', 'scontrol', 'sinfo', 'squeue'].map(program),
];

const NODES = ['node1', 'node2'];

export interface Cluster {
  /** The environment with which Slurm's programs find the cluster. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs one of Slurm's programs. */
  readonly run: (name: string, ...args: string[]) => Promise<Ended>;
  /** Waits until the output of `squeue` with these arguments matches. */
  readonly until: (args: readonly string[], wanted: RegExp) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the cluster with all its files in an empty folder. */
export async function startCluster(folder: string): Promise<Cluster> {
  const ports = [await freePort(), await freePort(), await freePort()];
  const env = { SLURM_CONF: join(folder, 'slurm.conf') };
  for (const name of ['state', ...NODES]) mkdirSync(join(folder, name));
  writeFileSync(env.SLURM_CONF, configuration(folder, ports));
  // Slurm 22.05 does not accept `disabled`. Nothing here uses this plugin.
  writeFileSync(join(folder, 'cgroup.conf'), 'CgroupPlugin=cgroup/v1\n');
  const children: ChildProcess[] = [];
  const begin = (file: string, ...args: string[]): void => {
    const log = openSync(join(folder, 'daemons.log'), 'a');
    const stdio = ['ignore', log, log] as const;
    children.push(spawn(file, args, { env: { ...process.env, ...env }, stdio: [...stdio] }));
  };
  const run = (name: string, ...args: string[]) =>
    start(program(name).file!, args, { cwd: folder, env }).ended;
  const until = async (name: string, args: readonly string[], wanted: RegExp): Promise<void> => {
    let said = '';
    for (let waited = 0; waited < 30_000; waited += 100) {
      ({ stdout: said } = await run(name, ...args));
      if (wanted.test(said)) return;
      await sleep(100);
    }
    const log = readFileSync(join(folder, 'daemons.log'), 'utf8');
    throw new Error(`${name} ${args.join(' ')} says:\n${said}\n${log}`);
  };
  const stop = async (): Promise<void> => {
    await run('scancel', `--user=${userInfo().username}`);
    await until('squeue', ['--noheader'], /^$/);
    await endAll(children);
  };
  begin(controller.file!, '-D', '-i');
  for (const node of NODES) begin(daemon.file!, '-D', '-N', node);
  try {
    await until('sinfo', ['--noheader', '--Node', '--format=%T'], /^idle\nidle\n$/);
  } catch (error) {
    await endAll(children, 'SIGKILL');
    throw error;
  }
  return {
    env,
    run,
    stop,
    until: (args, wanted) => until('squeue', ['--noheader', ...args], wanted),
  };
}

/** Without keys and control groups. A job that is ready begins within a second. */
const configuration = (folder: string, [port, ...ports]: readonly number[]): string =>
  `ClusterName=portal
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=${port}
SlurmUser=${userInfo().username}
SlurmdUser=${userInfo().username}
AuthType=auth/none
CredType=cred/none
AuthInfo=cred_expire=5
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/%n
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0
KillWait=1
${NODES.map((node, index) => `NodeName=${node} NodeHostname=localhost NodeAddr=127.0.0.1 Port=${ports[index]} CPUs=1`).join('\n')}
PartitionName=all Nodes=ALL Default=YES
`;
