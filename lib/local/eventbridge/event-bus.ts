import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type AwsCall, AwsError } from "../host/aws-call.ts";
import type { DeclaredRule, DeclaredScheduledRule } from "../template/declared-stack.ts";
import { nameFromArn } from "../template/resource-names.ts";

const detail = z.string().transform((text) => z.looseObject({}).parse(JSON.parse(text)));

const eventEntry = z.strictObject({
  EventBusName: z.string(),
  Source: z.string().min(1),
  DetailType: z.string().min(1),
  Detail: detail,
  Resources: z.array(z.string()).default([]),
  Time: z.number(),
});

const putEvents = z.object({ Entries: z.array(eventEntry).min(1).max(10) });

/** An event in the format of EventBridge, without region and account. */
export type BusEvent = {
  readonly id: string;
  readonly "detail-type": string;
  readonly source: string;
  readonly time: string;
  readonly resources: readonly string[];
  readonly detail: object;
};

type EventBusesOptions = {
  readonly rules: readonly DeclaredRule[];
  /** Resolves when the function has processed the event, or when the event is discarded. */
  readonly invoke: (functionName: string, event: BusEvent) => Promise<void>;
  readonly log: (line: string) => void;
  /** Receives every accepted event and the ids of its matching rules. */
  readonly onEvent?: ((event: BusEvent, ruleIds: readonly string[]) => void) | undefined;
};

export class EventBuses {
  readonly #options: EventBusesOptions;
  readonly #invocations = new Set<Promise<void>>();

  constructor(options: EventBusesOptions) {
    this.#options = options;
  }

  /** Resolves when every target has processed the events so far. */
  async settled() {
    await Promise.all(this.#invocations);
  }

  /** @throws AwsError for a call that EventBridge would reject or that is not hosted */
  call({ operation, request }: Pick<AwsCall, "operation" | "request">) {
    if (operation !== "PutEvents")
      throw new AwsError("UnsupportedOperation", `The local service does not host events:${operation}.`);
    const { Entries } = putEvents.parse(request);
    return { FailedEntryCount: 0, Entries: Entries.map((entry) => ({ EventId: this.#put(entry) })) };
  }

  #put(entry: z.output<typeof eventEntry>) {
    const event = {
      id: randomUUID(),
      "detail-type": entry.DetailType,
      source: entry.Source,
      time: new Date(entry.Time * 1_000).toISOString(),
      resources: entry.Resources,
      detail: entry.Detail,
    };
    this.#route(nameFromArn(entry.EventBusName), event);
    return event.id;
  }

  /** Logs the event's type and id only: its detail contains personal data. */
  #route(busName: string, event: BusEvent) {
    const { rules, log, onEvent } = this.#options;
    const matched = rules.filter(
      (rule) => nameFromArn(rule.EventBusName) === busName && rule.EventPattern(event),
    );
    const ruleIds = matched.map(({ id }) => id);
    log(`bus  ${event["detail-type"]}  ${event.id}  rules: ${ruleIds.join(", ") || "none"}`);
    onEvent?.(event, ruleIds);
    for (const { Arn } of matched.flatMap(({ Targets }) => Targets)) {
      const invocation = this.#options.invoke(nameFromArn(Arn), event);
      this.#invocations.add(invocation);
      void invocation.finally(() => this.#invocations.delete(invocation));
    }
  }
}

const MINUTE = 60_000;

type ScheduledRulesOptions = {
  readonly rules: readonly DeclaredScheduledRule[];
  readonly invoke: (functionName: string, event: object) => unknown;
  /** The length of a minute, shorter in tests. */
  readonly minuteMilliseconds?: number | undefined;
  /** The schedules begin once this is fulfilled. */
  readonly ready?: Promise<unknown> | undefined;
};

/**
 * Invokes the targets of scheduled rules once all is ready, and then each period. A service that is restarted in every period
 * would never invoke them otherwise.
 * @returns a function that stops it
 */
export const startScheduledRules = ({
  rules,
  invoke,
  minuteMilliseconds = MINUTE,
  ready = Promise.resolve(),
}: ScheduledRulesOptions) => {
  const timers: NodeJS.Timeout[] = [];
  let isStopped = false;
  const start = () => {
    if (isStopped) return;
    for (const { ScheduleExpression, Targets } of rules) {
      const run = () => {
        for (const { Arn } of Targets) invoke(nameFromArn(Arn), { "detail-type": "Scheduled Event" });
      };
      run();
      timers.push(setInterval(run, ScheduleExpression.periodMinutes * minuteMilliseconds));
    }
  };
  void ready.then(start);
  return () => {
    isStopped = true;
    timers.forEach(clearInterval);
  };
};
