import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { handler as listEvents } from "../../../functions/events/list-events.ts";
import { handler } from "../../../functions/events/publish-events.consumer.ts";
import type { Lead } from "../../../shared/leads/lead.rules.ts";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { leadKey } from "../../../shared/table/record-keys.ts";
import { captureLog } from "../../support/capture-log.ts";
import { changeAt } from "../../support/changes.ts";
import { useBus } from "../../support/event-bus.ts";
import { newFirm } from "../../support/firms.ts";
import { idInOrder } from "../../support/ids-in-order.ts";
import { newLead, putLead } from "../../support/leads.ts";
import { removeAttribute } from "../../support/settings.ts";
import { sdkError, useFaultyStore } from "../../support/store-faults.ts";
import { recordStoreTrips } from "../../support/store-trips.ts";
import { streamEvent, streamRecord } from "../../support/stream-events.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useQueue } from "../../support/use-queue.ts";

const table = useTable();
const store = useFaultyStore();
const bus = useBus();
const queue = useQueue();
const firm = useFirm(table);

const EMAIL = "grace@example.com";
const PHONE = "+12125550187";

let sequenceNumber = 0;
let others = 0;

/** Stores another lead, newer than those before. */
const putOther = (changes: Partial<Lead>) => firm.putLead({ id: idInOrder(others++), ...changes });

/** Stores a lead, and returns the record of its change in the stream. */
const stored = async (before: Lead | null, after: Lead) => {
  const [old, current] = [before && itemOf(before), itemOf(after)];
  await putLead(table, firm.firmId, after);
  return streamRecord(old, current, String(++sequenceNumber));
};

const itemOf = (lead: Lead) => leadToItem(firm.firmId, lead, changeAt(Date.now()));
const lead = (changes: Partial<Lead> = {}) => newLead({ email: EMAIL, phone: PHONE, ...changes });
const created = (changes: Partial<Lead> = {}) => stored(null, lead(changes));
const changed = (from: Partial<Lead>, changes: Partial<Lead>) => {
  const before = lead(from);
  return stored(before, { ...before, ...changes, revision: 2 });
};

const publish = async (...records: Parameters<typeof streamEvent>) =>
  (await handler(streamEvent(...records))).batchItemFailures.length;

/** Returns a summary of the duplicate events on the bus: each other lead, and what it shares. */
const found = () =>
  bus
    .details()
    .filter(({ type }) => type === "lead.duplicate_found")
    .map(({ duplicates }) =>
      duplicates.map(({ lead_id, matches }: { lead_id: string; matches: string[] }) => [
        lead_id,
        matches.join("+"),
      ]),
    );

describe("lead.duplicate_found", () => {
  it("is published after the creation's own event: it has the lead, and the others newest first", async () => {
    const email = await putOther({ email: EMAIL, archived: true });
    const both = await putOther({ email: EMAIL, phone: PHONE });
    const phone = await putOther({ email: "", phone: PHONE });
    await putOther({ phone: "+12125550188" });
    const created = lead();
    expect(await publish(await stored(null, created))).toBe(0);
    const [creation, duplicate, ...others] = bus.details();
    expect([creation.type, others]).toEqual(["lead.created", []]);
    expect(creation).not.toHaveProperty("duplicates");
    expect(duplicate).toEqual({
      ...creation,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: "lead.duplicate_found",
      duplicates: [
        { lead_id: phone.id, matches: ["phone"] },
        { lead_id: both.id, matches: ["email", "phone"] },
        { lead_id: email.id, matches: ["email"] },
      ],
    });
    expect(duplicate.id).not.toBe(creation.id);
  });

  it("leaves out a lead that cannot be read, and reports it; other leads' events go on", async () => {
    const other = await putOther({ email: EMAIL });
    const broken = await putOther({ email: EMAIL });
    await removeAttribute(table, leadKey(firm.firmId, broken.id), "stage");
    const log = captureLog();
    expect(await publish(await created({ phone: "" }))).toBe(0);
    expect(found()).toEqual([[[other.id, "email"]]]);
    expect(queue.sent).toEqual([]);
    expect(log.join()).toContain(broken.id);
  });

  it.each<[string, Partial<Lead>, Partial<Lead>, string[]]>([
    ["a first phone", { email: "a@example.com", phone: "" }, { phone: PHONE }, ["phone"]],
    ["a phone in addition to an email that both have", { phone: "" }, { phone: PHONE }, ["email+phone"]],
  ])("is published for a change that adds %s", async (_, from, changes, matches) => {
    const { id } = await putOther({ email: EMAIL, phone: PHONE });
    await publish(await changed(from, changes));
    expect(bus.details().map(({ type }) => type)).toEqual(["lead.updated", "lead.duplicate_found"]);
    expect(found()).toEqual([matches.map((each) => [id, each])]);
  });

  it.each<[string, Partial<Lead>, Partial<Lead>]>([
    ["another field", {}, { firstName: "Eve" }],
    [
      "a mark that a lead was merged",
      { archived: true, mergedInto: newRecordId(1) },
      { mergedInto: newRecordId(2) },
    ],
  ])("is neither published nor looked up for %s", async (_, from, changes) => {
    await putOther({ email: EMAIL, phone: PHONE });
    const record = await changed(from, changes);
    const trips = await recordStoreTrips(() => publish(record));
    expect(trips.flat()).not.toContain("Query");
    expect(found()).toEqual([]);
  });

  it("is not published for a number or address that only a merged lead, another firm's or nobody has", async () => {
    const survivor = newRecordId(Date.now());
    await putOther({ email: EMAIL, archived: true, mergedInto: survivor });
    const merged = await putOther({ email: "", phone: PHONE });
    await putLead(table, (await newFirm(table)).firmId, { email: EMAIL, phone: PHONE });
    await publish(await created({ mergedLeadIds: [merged.id] }), await created({ email: "", phone: "" }));
    await publish(await created({ email: "", phone: "+12125550188" }));
    expect(found()).toEqual([]);
  });

  it("is once in the log, with the leads named at first, when the stream delivers the change again", async () => {
    const { id } = await putOther({ email: EMAIL });
    const record = await created();
    bus.refuse(() => "ThrottlingException");
    expect(await publish(record)).toBe(1);
    await putOther({ email: EMAIL });
    bus.refuse(() => undefined);
    expect(await publish(record)).toBe(0);
    const { body } = await firm.send(listEvents, { query: { type: "lead.duplicate_found" } });
    expect(body.data).toHaveLength(1);
    expect(body.data[0].duplicates).toEqual([{ lead_id: id, matches: ["email"] }]);
  });

  it("reaches the bus as it is in the log, even if the other lead's address changes before the bus works", async () => {
    const other = await putOther({ email: EMAIL });
    const records = [await created(), await created({ email: "", phone: "" })];
    bus.refuse(() => "ThrottlingException");
    expect(await publish(...records)).toBe(1);
    await firm.putLead({ id: other.id, email: "eve@example.com", revision: 2 });
    bus.reset();
    expect(await publish(...records)).toBe(0);
    const { body } = await firm.send(listEvents, { query: { type: "lead.duplicate_found" } });
    expect(bus.details().filter(({ type }) => type === "lead.duplicate_found")).toEqual([
      { ...body.data[0], firm_id: firm.firmId },
    ]);
    expect(found()).toEqual([[[other.id, "email"]]]);
  });

  it("delays its change while an index cannot be queried", async () => {
    captureLog();
    await putOther({ email: EMAIL });
    const record = await created();
    store.on(QueryCommand).rejects(sdkError("ThrottlingException"));
    expect(await publish(record)).toBe(1);
    expect([bus.entries(), queue.sent]).toEqual([[], []]);
    store.recover();
    expect(await publish(record)).toBe(0);
    expect(found()).toHaveLength(1);
  });

  it("queries both indexes for all changes of a batch at the same time", async () => {
    const records = [await created(), await created({ email: "" }), await created({ phone: "" })];
    await publish(await created());
    const trips = await recordStoreTrips(() => publish(...records));
    expect(trips).toEqual([["Query", "Query", "Query", "Query"], ["TransactWrite"]]);
  });
});
