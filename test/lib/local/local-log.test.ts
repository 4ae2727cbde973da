import { beforeEach, describe, expect, it } from "@jest/globals";
import type { AnsweredRequest } from "../../../lib/local/http-api/http-gateway.ts";
import { localLog } from "../../../lib/local/local-log.ts";

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
});
const print = (line: string) => lines.push(line);

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
  it("has one line for a request, with its firm", () => {
    const { log, onAnswered } = localLog("text", print);
    log(record(HANDLED));
    onAnswered(answered());
    expect(lines).toEqual([expect.stringMatching(/^[\d:.]{12} {2}POST \/api\/leads 201 12 ms firm f1$/)]);
  });

  it("states why a request was refused", () => {
    const { log, onAnswered } = localLog("text", print);
    log(record({ message: "request_refused", requestId: "r1", code: "invalid_request", fields: ["a", "b"] }));
    onAnswered(answered({ status: 422 }));
    expect(lines).toEqual([expect.stringMatching(/POST \/api\/leads 422 12 ms invalid_request a, b$/)]);
  });

  it("has a line for a request that reached no function", () => {
    localLog("text", print).onAnswered(answered({ method: "PUT", status: 413 }));
    expect(lines).toEqual([expect.stringMatching(/PUT \/api\/leads 413 12 ms$/)]);
  });

  it("shows other records with their fields, except those that the bus reports too, and a cause as its stack", () => {
    const { log } = localLog("text", print);
    log(record({ message: "event_published", eventId: "e1" }));
    log(record({ message: "event_fanned_out", coldStart: true, eventId: "e1", deliveries: 2 }));
    log(record({ message: "request_failed", requestId: "r1", cause: "Error: no\n    at some.ts:1" }));
    log("bus  lead.created  e1");
    expect(lines.map((line) => line.slice(14))).toEqual([
      "CreateLead  event_fanned_out eventId=e1 deliveries=2",
      "CreateLead  request_failed requestId=r1\n    Error: no\n        at some.ts:1",
      "bus  lead.created  e1",
    ]);
  });

  it("passes on a line that only resembles a record", () => {
    localLog("text", print).log("CreateLead  {no json}");
    expect(lines).toEqual([expect.stringMatching(/ {2}CreateLead {2}\{no json\}$/)]);
  });
});

it("writes the log as JSON with an object in each line, with all fields", () => {
  const { log, onAnswered } = localLog("json", print);
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
