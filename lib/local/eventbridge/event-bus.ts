import * as z from "zod";
import { type AwsCall, AwsError } from "../host/aws-call.ts";
import type { MessageInput } from "../sqs/queue.ts";
import type { DeclaredRule } from "../template/declared-stack.ts";
import { nameFromArn } from "../template/resource-names.ts";
import { type BusEvent, createBusEvent } from "./bus-event.ts";

const MAX_ENTRIES = 10;
const MAX_REQUEST_BYTES = 1024 * 1024;

const eventEntry = z.object({
  EventBusName: z.string().default("default"),
  Source: z.string().optional(),
  DetailType: z.string().optional(),
  Detail: z.string().optional(),
  Resources: z.array(z.string()).default([]),
  Time: z.number().optional(),
});

const putEvents = z.object({ Entries: z.array(eventEntry) });

type Entry = z.output<typeof eventEntry>;

type EventBusesOptions = {
  readonly busNames: readonly string[];
  readonly rules: readonly DeclaredRule[];
  /** Queues an asynchronous invocation of a function with the event. */
  readonly invoke: (functionName: string, event: BusEvent) => unknown;
  readonly sendToQueue?: ((queueArn: string, message: MessageInput) => unknown) | undefined;
  readonly log: (line: string) => void;
  /** Called with every accepted event and the ids of the rules that it matches. */
  readonly onEvent?: ((event: BusEvent, ruleIds: readonly string[]) => void) | undefined;
};

/** The declared event buses, which route events to the targets of matching rules. */
export class EventBuses {
  readonly #options: EventBusesOptions;

  constructor(options: EventBusesOptions) {
    this.#options = options;
  }

  /** Handles a call of the EventBridge API. */
  call({ operation, request }: Pick<AwsCall, "operation" | "request">) {
    if (operation !== "PutEvents") {
      throw new AwsError("UnsupportedOperation", `The local service does not host events:${operation}.`);
    }
    const { Entries } = putEvents.parse(request);
    this.#validate(Entries);
    const results = Entries.map((entry) => this.#put(entry));
    return {
      FailedEntryCount: results.filter((result) => "ErrorCode" in result).length,
      Entries: results,
    };
  }

  #validate(entries: readonly Entry[]) {
    if (entries.length === 0 || entries.length > MAX_ENTRIES) {
      throw new AwsError("ValidationException", `Entries must have 1 to ${MAX_ENTRIES} members.`);
    }
    if (entries.reduce((bytes, entry) => bytes + entryBytes(entry), 0) > MAX_REQUEST_BYTES) {
      throw new AwsError(
        "ValidationException",
        "Total size of the entries in the request is over the limit.",
      );
    }
    const unknown = entries.find(
      ({ EventBusName }) => !this.#options.busNames.includes(nameFromArn(EventBusName)),
    );
    if (unknown) {
      throw new AwsError("ResourceNotFoundException", `Event bus ${unknown.EventBusName} does not exist.`);
    }
  }

  #put(entry: Entry) {
    const detail = parseDetail(entry.Detail);
    if (!entry.Source || !entry.DetailType || entry.Detail === undefined) {
      return { ErrorCode: "InvalidArgument", ErrorMessage: "Source, DetailType and Detail are required." };
    }
    if (detail === undefined) return { ErrorCode: "MalformedDetail", ErrorMessage: "Detail is malformed." };
    const event = createBusEvent({
      source: entry.Source,
      detailType: entry.DetailType,
      detail,
      resources: entry.Resources,
      time: entry.Time === undefined ? new Date() : new Date(entry.Time * 1_000),
    });
    this.#route(nameFromArn(entry.EventBusName), event);
    return { EventId: event.id };
  }

  /** Logs the event's type and id only: its detail contains personal data. */
  #route(busName: string, event: BusEvent) {
    const { rules, log, onEvent } = this.#options;
    const matched = rules.filter(
      (rule) =>
        rule.State === "ENABLED" && nameFromArn(rule.EventBusName) === busName && rule.EventPattern(event),
    );
    const ruleIds = matched.map(({ id }) => id);
    log(`bus  ${event["detail-type"]}  ${event.id}  rules: ${ruleIds.join(", ") || "none"}`);
    onEvent?.(event, ruleIds);
    for (const { Targets } of matched) {
      for (const target of Targets) this.#sendToTarget(target, event);
    }
  }

  #sendToTarget({ Arn, SqsParameters }: DeclaredRule["Targets"][number], event: BusEvent) {
    const { invoke, sendToQueue } = this.#options;
    if (!Arn.startsWith("arn:aws:sqs:")) invoke(nameFromArn(Arn), event);
    else sendToQueue?.(Arn, { body: JSON.stringify(event), groupId: SqsParameters?.MessageGroupId });
  }
}

const parseDetail = (detail = ""): object | undefined => {
  try {
    const parsed: unknown = JSON.parse(detail);
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
};

/** An entry's size as EventBridge counts it: strings in UTF-8, and 14 bytes for a time. */
const entryBytes = ({ Source = "", DetailType = "", Detail = "", Resources, Time }: Entry) =>
  [Source, DetailType, Detail, ...Resources].reduce((bytes, text) => bytes + Buffer.byteLength(text), 0) +
  (Time === undefined ? 0 : 14);
