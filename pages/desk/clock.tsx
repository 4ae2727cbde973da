import type { Lead } from "../../client/src/generated.ts";
import { fill } from "../shared/fill.ts";
import { type Due, deadlineOf, spanTo, type World } from "./clock-rules.ts";
import { firm } from "./directory.ts";
import { now } from "./fresh.ts";
import { Tag } from "./parts.tsx";
import { LOCALE, t } from "./texts.ts";

/** What leads are judged by now. */
export const world = (): World => ({ now: now.value, stages: firm.value?.stages ?? [] });

export const deadlineNow = (lead: Lead): Due | null => deadlineOf(lead, world());

/** Returns what a clock says, `8 minutes left`. */
export const clockText = ({ for: reason, at, isPast }: Due, unitDisplay: "short" | "long"): string => {
  const { count, unit } = spanTo(at, now.value);
  const time = new Intl.NumberFormat(LOCALE, { style: "unit", unit, unitDisplay }).format(count);
  const texts = t().clock;
  const text = isPast ? { answer: texts.late, contact: texts.due }[reason] : texts.left;
  return fill(text, { time });
};

export const ClockTag = ({ due }: { readonly due: Due }) => (
  <Tag kind={due.isPast ? "danger" : "warn"}>
    <time dateTime={due.at}>{clockText(due, "short")}</time>
  </Tag>
);
