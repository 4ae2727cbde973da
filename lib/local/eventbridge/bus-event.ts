import { randomUUID } from "node:crypto";
import { ACCOUNT_ID, REGION } from "../template/resource-names.ts";

export type BusEvent = {
  readonly id: string;
  readonly "detail-type": string;
  readonly source: string;
  readonly detail: unknown;
  readonly [field: string]: unknown;
};

type BusEventInput = {
  readonly source: string;
  readonly detailType: string;
  readonly detail: object;
  readonly resources: readonly string[];
  readonly time: Date;
};

/** An event in the format of EventBridge. */
export const createBusEvent = (input: BusEventInput): BusEvent => ({
  version: "0",
  id: randomUUID(),
  "detail-type": input.detailType,
  source: input.source,
  account: ACCOUNT_ID,
  time: formatSeconds(input.time),
  region: REGION,
  resources: input.resources,
  detail: input.detail,
});

const formatSeconds = (date: Date) => date.toISOString().replace(/\.\d+Z$/, "Z");
