import { expect, it } from "@jest/globals";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { nextEntry } from "../../shared/sources/deduplication.rules.ts";
import { decideDelivery } from "../../shared/sources/delivery-decision.rules.ts";
import { inboundLead } from "../../shared/sources/inbound-lead.rules.ts";
import type { Source } from "../../shared/sources/source.rules.ts";
import { newSettings } from "../support/decisions.ts";

const NOW = Date.parse("2026-11-23T10:00:00Z");
const settings = newSettings();
const source = { key: "form", mapping: {}, invalidData: "reject" } as Source;
const GRACE = { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" };
const MARRIED = { ...GRACE, last_name: "Murray" };

const inbound = (json: unknown) => inboundLead(json, { source, settings, assignee: null });

const decide = (json: unknown, existing: Parameters<typeof decideDelivery>[1]["existing"] = null) =>
  decideDelivery(inbound(json), {
    settings,
    receipt: { id: "second", replayOf: null },
    existing,
    newId: "new",
    nowMilliseconds: NOW,
  });

/** The lead that a first delivery created, changed by the firm since. */
const afterFirst = async (json: unknown, since: Partial<Lead> = {}) => {
  const { lead, entry } = await decideDelivery(inbound(json), {
    settings,
    receipt: { id: "first", replayOf: null },
    existing: null,
    newId: "known",
    nowMilliseconds: NOW - 1000,
  });
  if (lead === null || entry === null) throw new Error("The first delivery has created no lead.");
  return { entry, lead: { ...lead, ...since } };
};

it("creates a lead with the new id, and remembers what was written", async () => {
  const { fieldsHash } = inbound(GRACE);
  expect(await decide(GRACE)).toMatchObject({
    outcome: "created",
    leadId: "new",
    lead: { id: "new", firstName: "Grace", revision: 1 },
    entry: nextEntry(null, "new", { receipt: { id: "second", replayOf: null }, fieldsHash }),
  });
});

it("rejects what lacks a required field, unless its lead exists", async () => {
  const nameless = { email: "grace@navy.example" };
  await expect(decide(nameless)).rejects.toMatchObject({ code: "invalid_request" });
  expect(await decide(nameless, await afterFirst(GRACE))).toMatchObject({
    outcome: "updated",
    leadId: "known",
    lead: { firstName: "Grace", email: "grace@navy.example" },
  });
});

it("changes the existing lead, of which blank values change nothing", async () => {
  const existing = await afterFirst(GRACE, { phone: "+12125550123" });
  expect(await decide({ ...MARRIED, phone: " " }, existing)).toMatchObject({
    outcome: "updated",
    lead: { id: "known", lastName: "Murray", phone: "+12125550123", revision: 2 },
    entry: { deliveryId: "second", earlierHashes: [existing.entry.fieldsHash] },
  });
});

it.each([
  ["repeats the last delivery, whatever the firm has changed since", GRACE, { lastName: "Murray" }, false],
  ["has what the lead has already, which is remembered", MARRIED, { lastName: "Murray" }, true],
])("writes no lead when a delivery %s", async (_title, json, since, remembers) => {
  const decision = await decide(json, await afterFirst(GRACE, since));
  expect(decision).toMatchObject({ outcome: "duplicate", leadId: "known", lead: null });
  expect(decision.entry !== null).toBe(remembers);
});

it("ignores what is for an erased lead, and remembers nothing of it", async () => {
  const erasure = { at: new Date(NOW).toISOString(), changeId: "erasure" };
  const decision = await decide(MARRIED, await afterFirst(GRACE, { erasure }));
  expect(decision).toEqual({ outcome: "ignored", leadId: "known", lead: null, entry: null });
});
