import { ALARM_CHECKS } from "./alarm-checks.ts";
import type { Check } from "./check.ts";
import { EVENT_CHECKS } from "./event-checks.ts";
import { FEED_CHECKS } from "./feed-checks.ts";
import { STACK_CHECKS } from "./stack-checks.ts";
import { TABLE_CHECKS } from "./table-checks.ts";

export const CHECKS: readonly Check[] = [
  ...TABLE_CHECKS,
  ...EVENT_CHECKS,
  ...FEED_CHECKS,
  ...ALARM_CHECKS,
  ...STACK_CHECKS,
];
