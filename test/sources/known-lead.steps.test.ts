import { describe, expect, it } from "@jest/globals";
import { leadToItem } from "../../shared/leads/lead.store.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import type { DeduplicationEntry } from "../../shared/sources/deduplication.rules.ts";
import { placeHash, textHash } from "../../shared/sources/deduplication.rules.ts";
import { deduplicationWrites, parseDeduplicationEntry } from "../../shared/sources/deduplication.store.ts";
import type { InboundDelivery, InboundReceipt } from "../../shared/sources/inbound-delivery.rules.ts";
import { inboundDeliveryToItem } from "../../shared/sources/inbound-delivery.store.ts";
import type { InboundLead } from "../../shared/sources/inbound-lead.rules.ts";
import { existingLead, findEntry } from "../../shared/sources/known-lead.steps.ts";
import { externalIdKey, type Item, replayKey } from "../../shared/table/record-keys.ts";
import { type Attempt, FIRST_ATTEMPT } from "../../shared/table/retry.ts";
import { CHANGE, FIRM_ID, NEW_ID, newSettings, newSource, readerOf } from "../support/decisions.ts";
import { newLead } from "../support/leads.ts";
import { newRule } from "../support/routing.ts";

const SOURCE = "018f0000-0000-7000-8000-00000000a001";
const EARLIER = "018f0000-0000-7000-8000-00000000d001";
const place = placeHash(
  JSON.stringify([
    [
      ["first_name", "firstName"],
      ["full_name", "fullName", "name"],
    ],
    [],
  ]),
);
const target = { sent: textHash("Ada"), place, stored: textHash("Ada") };
const after = {
  ...{ leadId: "lead", deliveryId: EARLIER, bodies: [], values: [], formerHashes: ["f"] },
  targets: new Map([["t".repeat(4), target]]),
};

/** Returns the record as a delivery writes it. */
const recordUnder = (key: ReturnType<typeof externalIdKey>): Item => {
  const [write] = deduplicationWrites({ keys: [key], records: [], after });
  return Object(write).Put.Item;
};
const byExternalId = recordUnder(externalIdKey(FIRM_ID, SOURCE, "42"));
const byReplay = recordUnder(replayKey(FIRM_ID, SOURCE, EARLIER));
const entry = parseDeduplicationEntry(byExternalId);

type Case = {
  readonly attempt?: Attempt;
  readonly replayOf?: string;
  readonly stored?: readonly Item[];
  readonly lead?: Partial<InboundLead>;
  readonly settings?: Partial<FirmSettings>;
};

const find = ({ attempt = FIRST_ATTEMPT, replayOf, stored = [byExternalId], lead, settings }: Case) =>
  findEntry(
    {
      ...{ firmId: FIRM_ID, sourceId: SOURCE, replayed: null },
      receipt: { id: NEW_ID, replayOf: replayOf ?? null } as InboundReceipt,
      settings: newSettings(settings),
      source: newSource(),
    },
    { externalId: "42", newLead: {}, ...lead } as InboundLead,
    attempt,
    readerOf({}, stored),
  );

const AGAIN = { attempt: { isFirst: false } };
const INCOMPLETE = { newLead: { missing: [] } };

describe("the lead of a delivery is", () => {
  const NONE = { entry: null, records: [] };
  it.each<[string, Case, object]>([
    ["not looked for at the first try", {}, NONE],
    [
      "the one that the write has met",
      { attempt: { isFirst: false, found: byReplay } },
      { entry, records: [entry] },
    ],
    ["looked for before a turn", { settings: { routing: [newRule()] } }, { entry, records: [entry] }],
    ["looked for at another try", AGAIN, { entry, records: [entry] }],
    ["looked for when it cannot be created", { lead: INCOMPLETE }, { entry, records: [entry] }],
    ["looked for when no stage is open", { settings: { stages: [] } }, { entry, records: [entry] }],
    ["looked for at a replay", { replayOf: EARLIER }, { entry, records: [entry, null] }],
    [
      "that of the replayed delivery",
      { replayOf: EARLIER, stored: [byReplay] },
      { entry: { ...entry, revision: 0 }, records: [null, entry] },
    ],
    ["none when nothing is stored", { ...AGAIN, stored: [] }, { entry: null, records: [null] }],
    ["none without an external id", { ...AGAIN, lead: { externalId: null } }, NONE],
  ])("%s", async (_, given, known) => {
    expect(await find(given)).toEqual(known);
  });
});

describe("the existing lead", () => {
  const lead = newLead({ id: "018f0000-0000-7000-8000-00000000e001" });
  const source = newSource({ id: SOURCE, invalidData: "omit" });
  const delivery = {
    ...{ id: EARLIER, outcome: "created", leadId: lead.id, externalId: "42", error: null, omitted: [] },
    ...{ contentType: "application/json", userAgent: null, signature: null, origin: null, replayOf: null },
    ...{ replayedAs: null, dismissedAt: null },
    ...{ body: Buffer.from('{"first_name":"Ada"}'), bodyBytes: 20 },
  } as InboundDelivery;
  const items = [leadToItem(FIRM_ID, lead, CHANGE), inboundDeliveryToItem(FIRM_ID, SOURCE, delivery)];
  const known = { ...entry, leadId: lead.id };
  const context = {
    firmId: FIRM_ID,
    source,
    settings: newSettings(),
    nowMilliseconds: Date.parse("2024-04-22"),
  };
  const read = (of: DeduplicationEntry, stored = items) =>
    existingLead(of, context, readerOf({ lead: stored.length > 0 ? lead : null }, stored));

  it("comes with its entry", async () => {
    expect(await read(known)).toEqual({ lead, entry: known });
  });

  it.each<[string, Partial<DeduplicationEntry>, Item[], boolean]>([
    ["are added to an entry that lacks them", { targets: null }, items, true],
    ["stay unknown once the delivery is gone", { targets: null }, items.slice(0, 1), false],
    ["stay unknown without a delivery", { targets: null, deliveryId: null }, items, false],
  ])("the sent values %s", async (_, changes, stored, isKnown) => {
    const { entry: found } = await read({ ...known, ...changes }, stored);
    expect(found.targets !== null).toBe(isKnown);
    if (isKnown) expect([...(found.targets?.values() ?? [])]).toContainEqual(target);
  });

  it("must not be missing", async () => {
    await expect(read(known, [])).rejects.toThrow("The lead of an earlier delivery is missing.");
  });
});
