import { type DueWork, isLate } from "../runtime/lateness.ts";
import { describeCause, log } from "../runtime/log.ts";
import { type DueKey, dueMilliseconds } from "./due-index.ts";
import { isRecordFault, reportFault } from "./record-fault.ts";

/** The records that a run may skip: so few are broken themselves. More show a fault of ours, and the sweep fails. */
export const SKIPPED_MAXIMUM = 4;

/** The lines that a run writes to the log: one fault may concern thousands of records. */
const LOGGED_MAXIMUM = { records: 20, causes: 10 };

/** One run of a sweep. It collects faults, so that none of them stops the rest. */
export class SweepRun {
  readonly #work: DueWork;
  readonly #startedAtMilliseconds: number;
  readonly #faults: unknown[] = [];
  readonly #causes = new Set<string>();
  #oldestMilliseconds: number;
  #skipped = 0;

  constructor(work: DueWork, nowMilliseconds: number) {
    this.#work = work;
    this.#startedAtMilliseconds = nowMilliseconds;
    this.#oldestMilliseconds = nowMilliseconds;
  }

  /** Collects a fault that concerns more than one record. Logs each cause once. */
  addFault(fault: unknown) {
    this.#faults.push(fault);
    if (this.#causes.size === LOGGED_MAXIMUM.causes) return;
    const cause = describeCause(fault);
    if (!this.#causes.has(cause)) log("error", "sweep_failed", { sweep: this.#work, cause });
    this.#causes.add(cause);
  }

  /** Processes a due record. One that cannot be processed is logged; it does not fail the sweep, and is not late. */
  async process(due: DueKey, action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (isRecordFault(error)) return this.#skip(due, error);
      this.addFault(error);
    }
    this.#oldestMilliseconds = Math.min(this.#oldestMilliseconds, dueMilliseconds(due));
  }

  #skip({ key }: DueKey, fault: unknown) {
    this.#skipped += 1;
    if (this.#skipped <= LOGGED_MAXIMUM.records)
      reportFault({ walk: "sweep", recordId: `${key.pk} ${key.sk}` }, fault);
    if (this.#skipped > SKIPPED_MAXIMUM) this.addFault(fault);
  }

  /**
   * Ends the run.
   * @returns whether the work was late
   * @throws the first fault
   */
  end(): boolean {
    const wasLate = isLate(this.#work, (this.#startedAtMilliseconds - this.#oldestMilliseconds) / 1_000);
    if (this.#faults.length > 0) throw this.#faults[0];
    return wasLate;
  }
}
