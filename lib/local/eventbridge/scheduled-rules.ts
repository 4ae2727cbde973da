import type { DeclaredScheduledRule } from "../template/declared-stack.ts";
import { nameFromArn } from "../template/resource-names.ts";
import { type BusEvent, createBusEvent } from "./bus-event.ts";

/** Node's timers hold about 24 days; a shorter wait also notices when the machine was asleep. */
const MAX_WAIT_MILLISECONDS = 60_000;

type ScheduledRulesOptions = {
  readonly rules: readonly DeclaredScheduledRule[];
  /** Queues an asynchronous invocation of a function with the event. */
  readonly invoke: (functionName: string, event: BusEvent) => unknown;
};

/** Invokes the targets of enabled scheduled rules until stopped, each for the first time after one period. */
export class ScheduledRules {
  readonly #invoke: ScheduledRulesOptions["invoke"];
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor({ rules, invoke }: ScheduledRulesOptions) {
    this.#invoke = invoke;
    for (const rule of rules.filter(({ State }) => State === "ENABLED")) {
      this.#waitUntil(Date.now() + periodMilliseconds(rule), rule);
    }
  }

  stop() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #waitUntil(dueAtMilliseconds: number, rule: DeclaredScheduledRule) {
    const remaining = Math.min(dueAtMilliseconds - Date.now(), MAX_WAIT_MILLISECONDS);
    this.#timers.set(
      rule.id,
      setTimeout(() => this.#check(dueAtMilliseconds, rule), remaining),
    );
  }

  #check(dueAtMilliseconds: number, rule: DeclaredScheduledRule) {
    const isDue = Date.now() >= dueAtMilliseconds;
    this.#waitUntil(isDue ? this.#trigger(dueAtMilliseconds, rule) : dueAtMilliseconds, rule);
  }

  /** @returns when the rule is due again; periods that passed while the machine was asleep are skipped */
  #trigger(dueAtMilliseconds: number, rule: DeclaredScheduledRule) {
    const event = scheduledEvent(rule, new Date(dueAtMilliseconds));
    for (const { Arn } of rule.Targets) this.#invoke(nameFromArn(Arn), event);
    const period = periodMilliseconds(rule);
    const passed = Math.floor((Date.now() - dueAtMilliseconds) / period);
    return dueAtMilliseconds + (passed + 1) * period;
  }
}

const periodMilliseconds = ({ ScheduleExpression }: DeclaredScheduledRule) =>
  ScheduleExpression.periodSeconds * 1_000;

const scheduledEvent = ({ arn }: DeclaredScheduledRule, time: Date) =>
  createBusEvent({
    source: "aws.events",
    detailType: "Scheduled Event",
    detail: {},
    resources: [arn],
    time,
  });
