// The threads of a run: this one and, where there is much to do, others, which are started once and wait
// from one job to the next. What a job is, the stages know (see ../worker.ts).
import { availableParallelism } from 'node:os';
import type { Member } from './member.js';
import { type JobName, takeAll, type Work } from './work.js';

/** Who does jobs. */
export class Crew {
  #others: Member[] | undefined;

  /** `threads`: how many with this one, if it is not to be found out. */
  constructor(private readonly threads: number | undefined) {}

  /** How many threads do a job. `isMuch`: starting others costs less than they save; those that are there help. */
  size(isMuch: boolean): number {
    return this.threads ?? (isMuch || this.#others ? availableParallelism() : 1);
  }

  /** Has the threads of a job to come load what it needs. */
  async prepare(job: JobName, isMuch: boolean): Promise<void> {
    for (const member of await this.#members(isMuch)) member.prepare(job);
  }

  /** Does a job: `own` does the part of this thread. `heard` is told what others did. Throws what any threw. */
  async do<News>(
    job: JobName,
    work: Work,
    isMuch: boolean,
    own: () => Promise<void>,
    heard: (news: News) => void,
  ): Promise<void> {
    const others = work.count > 1 ? await this.#members(isMuch) : [];
    const parts = others.map((member) => member.do(job, work, heard));
    // When one fails, even to start, the others find nothing to do: then all end.
    const ends = await Promise.allSettled(
      [own(), ...parts].map((part) =>
        part.catch((error) => {
          takeAll(work);
          throw error;
        }),
      ),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
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
