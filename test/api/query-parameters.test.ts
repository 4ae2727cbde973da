import { describe, expect, it } from "@jest/globals";
import { receiveRequest } from "../../shared/api/operation-request.ts";
import { FIRM_ID } from "../support/decisions.ts";
import { definitionOf } from "../support/endpoints.ts";
import { httpEvent, lambdaContext } from "../support/http-call.ts";

/** Receives a request with this query, of which HTTP APIs join the values of a repeated parameter by commas. */
const received = (name: string, query: Record<string, string>) => {
  const context = {
    ...lambdaContext(),
    keyIdentity: { kind: "api" as const, firmId: FIRM_ID, actor: { type: "api_key" as const, id: "1" } },
    confirmation: new Promise<never>(() => {}),
    payload: { json: {}, bytes: new Uint8Array() },
  };
  return receiveRequest(definitionOf(name), httpEvent({ query }), context);
};

const messages = (name: string, query: Record<string, string>) =>
  received(name, query)
    .violations.filter(({ field }) => field in query)
    .map(({ message }) => message);

const meaning = (name: string) => [`is not a query parameter (did you mean ${name}?)`];

describe("a query parameter that the endpoint does not have", () => {
  it.each<[string, string, string]>([
    ["list-consultations", "lead_id", "lead"],
    ["list-consultations", "leadId", "lead"],
    ["list-consultations", "attorney_id", "attorney"],
    ["list-consultations", "Status", "status"],
    ["list-consultations", "status[]", "status"],
    ["list-consultations", "since", "from"],
    ["list-leads", "search", "q"],
    ["list-leads", "per_page", "limit"],
    ["list-leads", "next_cursor", "cursor"],
    ["list-events", "event_type", "type"],
    ["find-availability", "duration", "duration_min"],
  ])("is refused with the one that was meant: %s?%s", (endpoint, sent, meant) => {
    const { request } = received(endpoint, { [sent]: "x" });
    expect(messages(endpoint, { [sent]: "x" })).toEqual(meaning(meant));
    // Nothing is read for it.
    expect(request.query).toBeUndefined();
  });

  it.each(["utm_source", "_", "fbclid", "key", "constructor", "__proto__"])(
    "is refused with all that there are: %s",
    (sent) => {
      const query = JSON.parse(`{"${sent}":"1"}`);
      const { violations } = received("list-inbound-deliveries", query);
      expect(violations).toEqual([
        { field: sent, message: "is not a query parameter; use one of: limit, cursor, outcome" },
      ]);
      expect(received("get-consultation", query).violations).toEqual([
        { field: sent, message: "is not a query parameter: there are none" },
      ]);
    },
  );

  it("counts as absent if it is blank, as a known one does", () => {
    expect(messages("list-consultations", { lead_id: "", _: " " })).toEqual([]);
  });

  it.each(["create-lead", "get-calendar-feed"])(
    "is ignored where the key is in the address, to which other programs add: %s",
    (endpoint) => {
      const others = { utm_source: "x", _: "1" };
      expect(messages(endpoint, { key: "its_x", ...others })).toEqual([]);
      expect(messages(endpoint, others)).toHaveLength(2);
      expect(messages(endpoint, { key: " ", ...others })).toHaveLength(2);
    },
  );
});

describe("a filter by words of the contract", () => {
  it.each<[string, string, string]>([
    ["list-consultations", "status", "cancelled"],
    ["list-consultations", "status", "Canceled"],
    ["list-consultations", "status", "scheduled,rescheduled"],
    ["list-consultations", "status", "toString"],
    ["list-events", "type", "lead.exploded"],
    ["list-events", "type", "webhook.test"],
    ["list-inbound-deliveries", "outcome", "lost"],
    ["list-leads", "due", "yes"],
    ["list-leads", "awaiting", "TRUE"],
  ])("refuses any other: %s?%s=%s", (endpoint, name, value) => {
    expect(messages(endpoint, { [name]: value })).toEqual([expect.stringMatching(/^must be one of: /)]);
  });

  it.each<[string, Record<string, string>]>([
    ["list-consultations", { status: "no-show" }],
    ["list-events", { type: "lead.created" }],
    ["list-inbound-deliveries", { outcome: "rejected" }],
    ["list-leads", { due: "true" }],
    ["list-leads", { awaiting: "false" }],
  ])("takes each, with white space around it: %s %j", (endpoint, query) => {
    const [[name = "", value] = []] = Object.entries(query);
    expect(received(endpoint, { [name]: ` ${value}\t` }).request.query).toMatchObject(query);
  });
});

it("a filter by words of the firm takes any", () => {
  const query = { status: "lost", source: "x", assignee: "x" };
  expect(received("list-leads", query).request.query).toMatchObject(query);
});

it("a list of attorneys may be sent as a parameter for each", () => {
  const ids = [1, 2].map((digit) => `0194f0a0-0000-7000-8000-00000000000${digit}`);
  expect(messages("find-availability", { attorneys: ids.join(",") })).toEqual([]);
});
