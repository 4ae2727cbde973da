import { log } from "./log.ts";
import { countLateWork } from "./metrics.ts";

/** Seconds for which due work may wait before firms suffer. */
const LATE_SECONDS = { deliveries: 10 * 60, reminders: 2 * 60, feeds: 30 * 60 };

/** Reports due work that has waited too long. A stage whose work is in time writes no metric, and pays for none. */
export const reportLateness = (work: keyof typeof LATE_SECONDS, seconds: number) => {
  if (seconds <= LATE_SECONDS[work]) return;
  log("warn", "work_late", { work, seconds: Math.round(seconds) });
  countLateWork();
};
