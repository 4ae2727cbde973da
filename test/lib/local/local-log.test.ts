import { beforeEach, describe, expect, it } from "@jest/globals";
import type { AnsweredRequest } from "../../../lib/local/http-api/http-gateway.ts";
import { localLog } from "../../../lib/local/local-log.ts";

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  isReady = true;
});
let isReady = true;
const options = { print: (line: string) => lines.push(line), isReady: () => isReady };

const answered = (changes: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
  requestId: "r1",
  method: "POST",
  path: "/api/leads",
  status: 201,
  milliseconds: 12,
  ...changes,
});

const record = (fields: object) => `CreateLead  ${JSON.stringify({ function: "create-lead", ...fields })}`;

const HANDLED = {
  message: "request_handled",
  requestId: "r1",
  coldStart: true,
  firmId: "f1",
  status: 201,
  milliseconds: 3,
};

describe("the log as text", () => {
  it("has one short line for a request", () => {
    const { log, onAnswered } = localLog("text", options);
    log(record(HANDLED));
    onAnswered(answered());
    expect(lines).toEqual(["POST /api/leads 201 12 ms"]);
  });

  it("states why a request was refused", () => {
    const { log, onAnswered } = localLog("text", options);
    log(record({ message: "request_refused", requestId: "r1", code: "invalid_request", fields: ["a", "b"] }));
    onAnswered(answered({ status: 422 }));
    expect(lines).toEqual(["POST /api/leads 422 12 ms invalid_request a, b"]);
  });

  it("has a line for a request that reached no function", () => {
    localLog("text", options).onAnswered(answered({ method: "PUT", status: 413 }));
    expect(lines).toEqual(["PUT /api/leads 413 12 ms"]);
  });

  it("has no line for a request of the start", () => {
    const { log, onAnswered } = localLog("text", options);
    isReady = false;
    log(record(HANDLED));
    onAnswered(answered());
    expect(lines).toEqual([]);
  });

  it("has a short line for each attempt of a webhook delivery", () => {
    const { log } = localLog("text", options);
    const attempt = { message: "delivery_attempted", firmId: "f1", eventId: "e1", webhookId: "w1" };
    log(record({ ...attempt, attempt: 1, status: null, error: "connection_refused", milliseconds: 2 }));
    log(record({ ...attempt, attempt: 2, status: 204, error: null, milliseconds: 8 }));
    expect(lines).toEqual(["webhook w1 attempt 1 connection_refused 2 ms", "webhook w1 attempt 2 204 8 ms"]);
  });

  it("has a short line for each reading of a feed, during the start for a failed one alone", () => {
    const { log } = localLog("text", options);
    const reading = { message: "feed_read", firmId: "f1", feedId: "d1", milliseconds: 8 };
    const readAll = () => {
      log(record({ ...reading, outcome: "changed" }));
      log(record({ ...reading, outcome: "failed" }));
    };
    const failed = "feed d1 failed 8 ms";
    readAll();
    expect(lines).toEqual(["feed d1 changed 8 ms", failed]);
    lines.length = 0;
    isReady = false;
    readAll();
    expect(lines).toEqual([failed]);
  });

  it("shows a failure with its fields and its cause as a stack, also during the start", () => {
    const { log } = localLog("text", options);
    isReady = false;
    log(record({ message: "request_failed", requestId: "r1", cause: "Error: no\n    at some.ts:1" }));
    expect(lines).toEqual(["CreateLead  request_failed requestId=r1\n    Error: no\n        at some.ts:1"]);
  });

  it("leaves out the steps of an event", () => {
    const { log } = localLog("text", options);
    log(record({ message: "event_published", eventId: "e1" }));
    log(record({ message: "event_fanned_out", coldStart: true, eventId: "e1", deliveries: 2 }));
    log("bus  lead.created  e1");
    expect(lines).toEqual([]);
  });

  it("passes on a line that only resembles a record", () => {
    localLog("text", options).log("CreateLead  {no json}");
    expect(lines).toEqual(["CreateLead  {no json}"]);
  });
});

it("writes the log as JSON with an object in each line, with all fields", () => {
  const { log, onAnswered } = localLog("json", options);
  log(record(HANDLED));
  log("bus  lead.created  e1");
  onAnswered(answered());
  const time = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time, function: "create-lead", ...HANDLED },
    { time, message: "bus  lead.created  e1" },
    { time, message: "request_answered", ...answered() },
  ]);
});
