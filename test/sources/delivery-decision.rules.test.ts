import { describe, expect, it } from "@jest/globals";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import type { DeduplicationEntry } from "../../shared/sources/deduplication.rules.ts";
import { placeHash, shortHash, textHash } from "../../shared/sources/deduplication.rules.ts";
import { decideDelivery, type ExistingLead } from "../../shared/sources/delivery-decision.rules.ts";
import { inboundLead } from "../../shared/sources/inbound-lead.rules.ts";
import type { Mapping } from "../../shared/sources/source.rules.ts";
import { newSettings, newSource } from "../support/decisions.ts";

const NOW = Date.parse("2026-11-23T10:00:00Z");
const NEW_ID = newRecordId(NOW);
const GRACE = { first_name: "Grace", last_name: "Hopper", email: "grace@example.com", phone: "212 555 0123" };
const MARRIED = { ...GRACE, last_name: "Murray" };

/** The states of the firm and the source when a delivery comes. */
type Times = {
  readonly mapping?: Mapping;
  readonly settings?: FirmSettings;
  readonly id?: string;
  readonly replayOf?: string;
};

const decide = async (
  json: unknown,
  existing: ExistingLead | null = null,
  { mapping = {}, settings = newSettings(), id = "2", replayOf }: Times = {},
) => {
  const source = newSource({ mapping, invalidData: "omit" });
  const body = { json, bodyHash: shortHash(JSON.stringify(json)), isUrlencoded: false };
  return decideDelivery(await inboundLead(body, { source, settings }), {
    settings,
    receipt: { id, replayOf: replayOf ?? null },
    existing,
    assignee: null,
    newId: NEW_ID,
    nowMilliseconds: NOW,
  });
};

/** Returns the lead after a delivery, as the firm changed it since, and what is remembered of it. */
const after = (
  { lead, entry }: Awaited<ReturnType<typeof decide>>,
  since: Partial<Lead> = {},
  before?: ExistingLead,
): ExistingLead => {
  const written = lead ?? before?.lead;
  const next = entry ?? before?.entry;
  if (!written || !next) throw new Error("The delivery has no lead.");
  return { lead: { ...written, ...since }, entry: { revision: 1, ...next } };
};

const afterFirst = async (json: unknown, since: Partial<Lead> = {}, times: Times = {}) =>
  after(await decide(json, null, { ...times, id: "1" }), since);

describe("a first delivery", () => {
  it("creates a lead with the new id, and remembers what was sent and stored", async () => {
    const { outcome, lead, entry } = await decide(GRACE);
    expect([outcome, lead]).toMatchObject(["created", { id: NEW_ID, firstName: "Grace", revision: 1 }]);
    expect(entry).toMatchObject({
      leadId: NEW_ID,
      deliveryId: "2",
      bodies: [shortHash(JSON.stringify(GRACE))],
    });
    expect([...(entry?.targets.values() ?? [])]).toContainEqual({
      sent: textHash(GRACE.phone),
      place: placeHash(JSON.stringify([[["phone", "phone_number", "phoneNumber"]], []])),
      stored: textHash("+12125550123"),
    });
  });

  it("is rejected when it lacks a required field, unless its lead exists", async () => {
    const nameless = { email: "grace@navy.example" };
    await expect(decide(nameless)).rejects.toMatchObject({ code: "invalid_request" });
    expect(await decide(nameless, await afterFirst(GRACE))).toMatchObject({
      outcome: "updated",
      leadId: NEW_ID,
      lead: { firstName: "Grace", email: "grace@navy.example" },
    });
  });
});

describe("the capture of a lead", () => {
  const RECEIVED = "2026-11-23T09:00:00.000Z";
  const receipt = (at: string) => ({ mapping: { captured_at: "at" }, id: newRecordId(Date.parse(at)) });
  const captured = async (at: unknown, times = receipt(RECEIVED)) =>
    (await decide({ ...GRACE, at }, null, times)).lead?.capturedAt;

  it.each([
    ["as sent", "2026-11-23T09:30:00+01:00", "2026-11-23T08:30:00.000Z"],
    ["as epoch seconds", 1_795_422_600, "2026-11-23T08:30:00.000Z"],
    ["at the receipt, if sent as later", "2027-01-01T00:00:00Z", RECEIVED],
    ["at the creation, if absent", undefined, "2026-11-23T10:00:00.000Z"],
  ])("is %s", async (_, sent, expected) => {
    expect(await captured(sent)).toBe(expected);
  });

  it.each(["last week", true, { day: 23 }])(
    "is at the creation, and shown as omitted, if it is %j",
    async (at) => {
      const { lead, omitted } = await decide({ ...GRACE, at }, null, receipt(RECEIVED));
      expect([lead?.capturedAt, omitted.map(({ field }) => field)]).toEqual([
        "2026-11-23T10:00:00.000Z",
        ["captured_at"],
      ]);
    },
  );

  it("by a replay is not after the receipt of the original", async () => {
    const times = { ...receipt("2026-11-23T09:59:00Z"), replayOf: newRecordId(Date.parse(RECEIVED)) };
    expect(await captured("2026-11-23T09:30:00Z", times)).toBe(RECEIVED);
  });

  it("is no change of a lead that exists", async () => {
    const times = receipt(RECEIVED);
    const first = await decide({ ...GRACE, at: "2026-11-23T08:00:00Z" }, null, times);
    const again = await decide({ ...GRACE, at: "2026-11-23T08:30:00Z" }, after(first), times);
    expect([again.outcome, again.lead]).toEqual(["duplicate", null]);
  });
});

describe("a further delivery", () => {
  it("changes what the sender has changed, but ignores blank values", async () => {
    const existing = await afterFirst(GRACE, { firstName: "Amazing" });
    expect(await decide({ ...MARRIED, phone: " " }, existing)).toMatchObject({
      outcome: "updated",
      lead: { firstName: "Amazing", lastName: "Murray", phone: "+12125550123", revision: 2 },
      entry: { deliveryId: "2" },
    });
  });

  const SUMMARY = { key: "summary", label: "", type: "text", options: [] } as const;
  const SUMMARISED = newSettings({ leadFields: [SUMMARY] });
  const FIELDS = [...newSettings().leadFields, { ...SUMMARY, key: "company" }];
  const UNDEFINED = newSettings({ leadFields: [] });
  const EDITED = { firstName: "Amazing", data: { summary: "By staff" } };
  const SENT = { ...GRACE, summary: "Fell" };

  it.each<[string, object, Times]>([
    ["repeats the last one", {}, {}],
    ["repeats it after fields were defined", {}, { settings: newSettings({ leadFields: FIELDS }) }],
    ["repeats it after its field was removed", {}, { settings: UNDEFINED }],
    ["repeats it under another mapping", {}, { mapping: { first_name: "email" } }],
    ["has an attempt number", { attempt: 2 }, {}],
    ["has an attempt number after its field was removed", { attempt: 2 }, { settings: UNDEFINED }],
    [
      "has an attempt number after a field without value was mapped",
      { attempt: 2 },
      { mapping: { "data.case_type": "kind" } },
    ],
    ["sends the same in another form", { first_name: " Grace ", attempt: 2 }, {}],
    ["sends blank what it sent", { summary: "", attempt: 2 }, {}],
  ])("that %s keeps what the firm has changed", async (_title, changes, times) => {
    const existing = await afterFirst(SENT, EDITED);
    const { outcome, lead } = await decide({ ...SENT, ...changes }, existing, times);
    expect([outcome, lead]).toEqual(["duplicate", null]);
  });

  it.each<[string, object, Partial<Lead>]>([
    ["a text", { last_name: "Murray" }, { lastName: "Murray", ...EDITED }],
    ["a value of data", { summary: "Slipped" }, { firstName: "Amazing", data: { summary: "Slipped" } }],
  ])("that changes %s takes precedence only there", async (_title, changes, expected) => {
    const decision = await decide({ ...SENT, ...changes }, await afterFirst(SENT, EDITED));
    expect(decision).toMatchObject({ outcome: "updated", lead: expected });
  });

  it.each<[string, Partial<Lead>, Partial<Lead>]>([
    ["a blank", { firstName: "Amazing" }, { firstName: "Amazing", data: { summary: "Fell" } }],
    ["no value", EDITED, EDITED],
  ])("that sends a newly defined field fills %s of the lead", async (_title, since, expected) => {
    const existing = await afterFirst(SENT, since, { settings: UNDEFINED });
    const { lead } = await decide({ ...SENT, attempt: 2 }, existing, { settings: SUMMARISED });
    expect({ ...existing.lead, ...lead }).toMatchObject(expected);
  });

  it("replaces a fallback by the value that the sender now has", async () => {
    const mapping = { first_name: { path: "first", fallback: "Unknown" } };
    const existing = await afterFirst({ ...GRACE, first_name: undefined }, {}, { mapping });
    expect(existing.lead.firstName).toBe("Unknown");
    expect((await decide({ ...GRACE, first: "Grace" }, existing, { mapping })).lead?.firstName).toBe("Grace");
  });

  it("is a duplicate when the lead already has its values, and is remembered", async () => {
    const decision = await decide(MARRIED, await afterFirst(GRACE, { lastName: "Murray" }));
    expect(decision).toMatchObject({ outcome: "duplicate", lead: null, entry: { deliveryId: "2" } });
  });

  it("is ignored for an erased lead, and nothing of it is remembered", async () => {
    const erasure = { at: new Date(NOW).toISOString(), changeId: "erasure" };
    const decision = await decide(MARRIED, await afterFirst(GRACE, { erasure }));
    expect(decision).toEqual({ outcome: "ignored", leadId: NEW_ID, lead: null, entry: null, omitted: [] });
  });
});

describe("a replay of the last delivery", () => {
  const SENT = { ...GRACE, company: "Navy", surname: "Murray", kind: "Family" };
  const WRONG = { mapping: { last_name: "company" } };
  const RIGHT = { mapping: { last_name: "surname", "data.case_type": "kind" }, id: "9", replayOf: "1" };

  it.each<[string, Partial<Lead>, Partial<Lead>]>([
    ["what it stored, and fills blanks", {}, { lastName: "Murray", data: { case_type: "Family" } }],
    [
      "nothing that the firm changed since",
      { lastName: "Hopper" },
      { lastName: "Hopper", data: { case_type: "Family" } },
    ],
    [
      "nothing that the firm filled in",
      { data: { case_type: "Injury" } },
      { lastName: "Murray", data: { case_type: "Injury" } },
    ],
  ])("corrects by another mapping %s", async (_title, since, expected) => {
    const existing = await afterFirst(SENT, since, WRONG);
    const decision = await decide(SENT, existing, RIGHT);
    expect(decision).toMatchObject({ outcome: "updated", lead: expected, entry: { deliveryId: "1" } });
  });

  it("is a duplicate that is not remembered when nothing has changed", async () => {
    const replay = { id: "9", replayOf: "1" };
    expect(await decide(GRACE, await afterFirst(GRACE), replay)).toMatchObject({
      outcome: "duplicate",
      entry: null,
    });
  });
});

it("a late retry of an earlier version changes nothing, nor does its replay by another mapping", async () => {
  const first = await afterFirst(GRACE);
  const second = after(await decide(MARRIED, first), {}, first);
  const unchanged = { outcome: "duplicate", lead: null, entry: null };
  expect(await decide({ ...GRACE, attempt: 3 }, second)).toMatchObject(unchanged);
  const replay = { mapping: { last_name: "email" }, id: "9", replayOf: "1" };
  expect(await decide(GRACE, second, replay)).toMatchObject(unchanged);
});

it("a delivery of a lead whose entry knows no targets only fills blanks, and replaces a fallback", async () => {
  const { lead, entry } = await afterFirst(GRACE, { firstName: "Unknown", phone: "" });
  const forgotten: DeduplicationEntry = { ...entry, revision: 0, bodies: [], values: [], targets: null };
  const mapping = { first_name: { path: "first", fallback: "Unknown" } };
  const named = { ...MARRIED, full_name: "Grace Murray" };
  const decision = await decide(named, { lead, entry: forgotten }, { mapping });
  expect(decision.lead).toMatchObject({ firstName: "Grace", lastName: "Hopper", phone: "+12125550123" });
});
