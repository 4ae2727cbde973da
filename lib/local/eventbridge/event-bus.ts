import { randomUUID } from "node:crypto";
import * as z from "zod";
import { AwsError } from "../host/aws-call.ts";
import type { SentMessage } from "../sqs/queue.ts";
import { type DeclaredRule, nameInArn } from "../template/declared-stack.ts";
import { ACCOUNT_ID, REGION } from "../template/resource-names.ts";

const ENTRIES_MAXIMUM = 10;
const REQUEST_BYTES_MAXIMUM = 1024 * 1024;

const entry = z.object({
  EventBusName: z.string().default("default"),
  Source: z.string().optional(),
  DetailType: z.string().optional(),
  Detail: z.string().optional(),
  Resources: z.array(z.string()).default([]),
  Time: z.number().optional(),
});

const putEvents = z.object({ Entries: z.array(entry) });

type Entry = z.output<typeof entry>;

export type BusEvent = {
  readonly id: string;
  readonly "detail-type": string;
  readonly source: string;
  readonly detail: unknown;
  readonly [field: string]: unknown;
};

type EventBusesOptions = {
  readonly busNames: readonly string[];
  readonly rules: readonly DeclaredRule[];
  /** Takes an event for a function to be invoked with. */
  readonly invoke: (functionName: string, event: BusEvent) => unknown;
  readonly sendToQueue?: ((queueArn: string, message: SentMessage) => unknown) | undefined;
  readonly log: (line: string) => void;
  /** Hears of every event that a bus took, with the ids of the rules that it matched. */
  readonly onEvent?: ((event: BusEvent, ruleIds: readonly string[]) => void) | undefined;
};

/** The declared buses, their rules and what the rules set off. */
export class EventBuses {
  readonly #options: EventBusesOptions;

  constructor(options: EventBusesOptions) {
    this.#options = options;
  }

  /** Answers a call of the EventBridge API. */
  call(operation: string, request: unknown) {
    if (operation !== "PutEvents") {
      throw new AwsError("UnsupportedOperation", `The local service does not host events:${operation}.`);
    }
    const { Entries } = putEvents.parse(request);
    this.#requireAcceptable(Entries);
    const answers = Entries.map((one) => this.#put(one));
    return {
      FailedEntryCount: answers.filter((answer) => "ErrorCode" in answer).length,
      Entries: answers,
    };
  }

  #requireAcceptable(entries: readonly Entry[]) {
    if (entries.length === 0 || entries.length > ENTRIES_MAXIMUM) {
      throw new AwsError("ValidationException", `Entries must have 1 to ${ENTRIES_MAXIMUM} members.`);
    }
    if (entries.reduce((bytes, one) => bytes + sizeOf(one), 0) > REQUEST_BYTES_MAXIMUM) {
      throw new AwsError(
        "ValidationException",
        "Total size of the entries in the request is over the limit.",
      );
    }
    const unknown = entries.find(
      ({ EventBusName }) => !this.#options.busNames.includes(nameInArn(EventBusName)),
    );
    if (unknown) {
      throw new AwsError("ResourceNotFoundException", `Event bus ${unknown.EventBusName} does not exist.`);
    }
  }

  #put(one: Entry) {
    const detail = parseDetail(one.Detail);
    if (!one.Source || !one.DetailType || one.Detail === undefined) {
      return { ErrorCode: "InvalidArgument", ErrorMessage: "Source, DetailType and Detail are required." };
    }
    if (detail === undefined) return { ErrorCode: "MalformedDetail", ErrorMessage: "Detail is malformed." };
    const event = {
      version: "0",
      id: randomUUID(),
      "detail-type": one.DetailType,
      source: one.Source,
      account: ACCOUNT_ID,
      time: toSeconds(one.Time === undefined ? new Date() : new Date(one.Time * 1_000)),
      region: REGION,
      resources: one.Resources,
      detail,
    };
    this.#distribute(nameInArn(one.EventBusName), event);
    return { EventId: event.id };
  }

  /** The log names an event and never shows it: its detail is somebody's personal data. */
  #distribute(busName: string, event: BusEvent) {
    const { rules, log, onEvent } = this.#options;
    const matched = rules.filter(
      (rule) =>
        rule.State === "ENABLED" && nameInArn(rule.EventBusName) === busName && rule.EventPattern(event),
    );
    const ruleIds = matched.map(({ id }) => id);
    log(`bus  ${event["detail-type"]}  ${event.id}  rules: ${ruleIds.join(", ") || "none"}`);
    onEvent?.(event, ruleIds);
    for (const { Targets } of matched) {
      for (const target of Targets) this.#handOn(target, event);
    }
  }

  #handOn({ Arn, SqsParameters }: DeclaredRule["Targets"][number], event: BusEvent) {
    const { invoke, sendToQueue } = this.#options;
    if (!Arn.startsWith("arn:aws:sqs:")) invoke(nameInArn(Arn), event);
    else sendToQueue?.(Arn, { body: JSON.stringify(event), groupId: SqsParameters?.MessageGroupId });
  }
}

const toSeconds = (date: Date) => date.toISOString().replace(/\.\d+Z$/, "Z");

const parseDetail = (detail = ""): object | undefined => {
  try {
    const parsed: unknown = JSON.parse(detail);
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
};

/** As AWS counts: the texts in UTF-8, and 14 bytes for a time. */
const sizeOf = ({ Source = "", DetailType = "", Detail = "", Resources, Time }: Entry) =>
  [Source, DetailType, Detail, ...Resources].reduce((bytes, text) => bytes + Buffer.byteLength(text), 0) +
  (Time === undefined ? 0 : 14);
