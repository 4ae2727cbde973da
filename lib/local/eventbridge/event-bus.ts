import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type AwsCall, AwsError } from "../host/aws-call.ts";
import type { DeclaredRule } from "../template/declared-stack.ts";
import { ACCOUNT_ID, nameFromArn, REGION } from "../template/resource-names.ts";

const MAX_ENTRIES = 10;
const MAX_REQUEST_BYTES = 1024 * 1024;

const eventEntry = z.strictObject({
  EventBusName: z.string(),
  Source: z.string().min(1),
  DetailType: z.string().min(1),
  Detail: z.string(),
  Resources: z.array(z.string()).default([]),
  Time: z.number().optional(),
});

const putEvents = z.object({ Entries: z.array(eventEntry).min(1).max(MAX_ENTRIES) });

type Entry = z.output<typeof eventEntry>;

/** An event in the format of EventBridge. */
export type BusEvent = {
  readonly id: string;
  readonly "detail-type": string;
  readonly detail: object;
  readonly [field: string]: unknown;
};

type EventBusesOptions = {
  readonly busNames: readonly string[];
  readonly rules: readonly DeclaredRule[];
  /** Resolves when the function has processed the event, or when it is discarded. */
  readonly invoke: (functionName: string, event: BusEvent) => Promise<void>;
  readonly log: (line: string) => void;
  /** Called with every accepted event and the ids of the rules that it matches. */
  readonly onEvent?: ((event: BusEvent, ruleIds: readonly string[]) => void) | undefined;
};

/** The declared event buses, which invoke the targets of matching rules. */
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
    this.#validate(Entries);
    const results = Entries.map((entry) => this.#put(entry));
    return {
      FailedEntryCount: results.filter((result) => "ErrorCode" in result).length,
      Entries: results,
    };
  }

  #validate(entries: readonly Entry[]) {
    if (entries.reduce((bytes, entry) => bytes + entryBytes(entry), 0) > MAX_REQUEST_BYTES)
      throw new AwsError("ValidationException", "The entries are over 1 MB.");
    const unknown = entries.find(
      ({ EventBusName }) => !this.#options.busNames.includes(nameFromArn(EventBusName)),
    );
    if (unknown)
      throw new AwsError("ResourceNotFoundException", `Event bus ${unknown.EventBusName} does not exist.`);
  }

  #put(entry: Entry) {
    const detail = parseDetail(entry.Detail);
    if (!detail) return { ErrorCode: "MalformedDetail", ErrorMessage: "Detail is malformed." };
    const event = {
      version: "0",
      id: randomUUID(),
      "detail-type": entry.DetailType,
      source: entry.Source,
      account: ACCOUNT_ID,
      time: toSeconds(entry.Time === undefined ? new Date() : new Date(entry.Time * 1_000)),
      region: REGION,
      resources: entry.Resources,
      detail,
    };
    this.#route(nameFromArn(entry.EventBusName), event);
    return { EventId: event.id };
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

const parseDetail = (text: string): object | undefined => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
};

const toSeconds = (date: Date) => date.toISOString().replace(/\.\d+Z$/, "Z");

/** An entry's size as EventBridge counts it: strings in UTF-8, and 14 bytes for a time. */
const entryBytes = ({ Source, DetailType, Detail, Resources, Time }: Entry) =>
  Buffer.byteLength([Source, DetailType, Detail, ...Resources].join("")) + (Time === undefined ? 0 : 14);
