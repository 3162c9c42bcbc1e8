// The threads of a run: this one and, where there is much to do, others, which are started once and wait
// from one job to the next. What a job is, the stages know (see ../worker.ts).
import { availableParallelism } from 'node:os';
import type { Member } from './member.js';
import { type JobName, takeAll, type Work } from './work.js';

/** Has the other threads do their part of a job; `heard` is told what they did. */
type Begin = <News>(
  job: JobName,
  work: Work,
  isMuch: boolean,
  heard: (news: News) => void,
) => Promise<void>;

/** Who does jobs. */
export class Crew {
  #others: Member[] | undefined;

  /** `threads`: how many with this one, if it is not to be found out. */
  constructor(private readonly threads: number | undefined) {}

  /** How many threads do a job. `isMuch`: starting others costs less than they save; those that are there help. */
  size(isMuch: boolean): number {
    return this.threads ?? (isMuch || this.#others ? availableParallelism() : 1);
  }

  /** Has the threads of a job to come load what it needs, and another module that its work names. */
  async prepare(job: JobName, isMuch: boolean, module?: URL): Promise<void> {
    for (const member of await this.#members(isMuch)) member.prepare(job, module);
  }

  /** Does a job: `own` does the part of this thread. `heard` is told what others did. Throws what any threw. */
  do<News>(
    job: JobName,
    work: Work,
    isMuch: boolean,
    own: () => Promise<void>,
    heard: (news: News) => void,
  ): Promise<void> {
    return this.together(async (begin) => {
      await begin(job, work, isMuch, heard);
      await own();
    });
  }

  /** Does what `own` does, with what it has others begin; these do one thing after another. Throws what any threw. */
  async together(own: (begin: Begin) => Promise<void>): Promise<void> {
    const works: Work[] = [];
    const parts: Promise<void>[] = [];
    const failures: unknown[] = [];
    // When one fails, even to start, the others find nothing to do: then all end.
    const failed = (error: unknown) => {
      failures.push(error);
      works.forEach(takeAll);
    };
    const begin: Begin = async (job, work, isMuch, heard) => {
      works.push(work);
      if (failures.length > 0) takeAll(work);
      for (const member of await this.#members(isMuch)) {
        parts.push(member.do(job, work, heard).catch(failed));
      }
    };
    await own(begin).catch(failed);
    await Promise.all(parts);
    if (failures.length > 0) throw failures[0];
  }

  /** Ends the threads, whatever they do. */
  async close(): Promise<void> {
    await Promise.all((this.#others ?? []).map((member) => member.end()));
  }

  async #members(isMuch: boolean): Promise<readonly Member[]> {
    const others = this.size(isMuch) - 1;
    if (others <= 0) return [];
    const { Member } = await import('./member.js'); // most runs need no other threads
    this.#others ??= Array.from({ length: others }, () => new Member());
    return this.#others;
  }
}
