import { type DueWork, isLate } from "../runtime/lateness.ts";
import { type DueKey, dueMilliseconds } from "./due-index.ts";
import { isRecordFault, reportFault } from "./record-fault.ts";

/** The records that a run may skip: so few are broken themselves. More show a fault of ours, and the sweep fails. */
export const SKIPPED_MAXIMUM = 4;

/** One run of a sweep. It collects faults, so that none of them stops the rest. */
export class SweepRun {
  readonly #startedAtMilliseconds: number;
  readonly #faults: unknown[] = [];
  #oldestMilliseconds: number;
  #skipped = 0;

  constructor(nowMilliseconds: number) {
    this.#startedAtMilliseconds = nowMilliseconds;
    this.#oldestMilliseconds = nowMilliseconds;
  }

  /** Collects a fault that concerns more than one record. */
  addFault(fault: unknown) {
    this.#faults.push(fault);
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
    reportFault({ walk: "sweep", recordId: `${key.pk} ${key.sk}` }, fault);
    this.#skipped += 1;
    if (this.#skipped > SKIPPED_MAXIMUM) this.addFault(fault);
  }

  /**
   * Ends the run.
   * @returns whether the named work was late
   * @throws the first fault
   */
  end(work?: DueWork): boolean {
    const seconds = (this.#startedAtMilliseconds - this.#oldestMilliseconds) / 1_000;
    const wasLate = work !== undefined && isLate(work, seconds);
    if (this.#faults.length > 0) throw this.#faults[0];
    return wasLate;
  }
}
