import { beforeEach, describe, expect, it } from "@jest/globals";
import { leadRecord } from "../../shared/leads/lead.store.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { changeBeforeWrite } from "../support/changes-between-calls.ts";
import { eventPublisher, leaveTraces, newLinkOf, PERSON, personalItems } from "../support/erasure-fixture.ts";
import { deliver } from "../support/ingestion.ts";
import { putLead } from "../support/leads.ts";
import { byLink } from "../support/links.ts";
import { useMergeFixture } from "../support/merge-fixture.ts";
import type { StoreCall } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const { firm, erase, newLead, stored, patch, merge, book, expectConsistentLeads } = useMergeFixture(table);

let traced: string;
let other: string;
beforeEach(async () => {
  traced = await leaveTraces(table, firm);
  other = await newLead({ firstName: PERSON.firstName, email: "zeb.quux@other.example", phone: "" });
});

const personalItemsOfFirm = async () =>
  (await personalItems(table)).filter((text) => text.includes(firm.firmId));

describe("the erasure of leads that were merged", () => {
  it.each([
    ["the one that remains", () => traced],
    ["the merged one", () => other],
  ])("erases both by the id of %s, with what was delivered under the address of either", async (_, named) => {
    expect(
      (await deliver(firm.source.secret, { name: "Quuxworth", email: "zeb.quux@other.example" })).status,
    ).toBe(422);
    const tokens = [await newLinkOf(firm, traced), await newLinkOf(firm, other)];
    await merge(traced, other);
    await eventPublisher(table, [firm]).publish();
    expect(await erase(named(), { dryRun: true })).toMatchObject({ leads: 2, consultations: 2, links: 2 });
    expect(await erase(named())).toMatchObject({ leads: 2, consultations: 2, links: 2 });
    for (const token of tokens) expect((await byLink(token).state()).status).toBe(401);
    expect(await personalItemsOfFirm()).toEqual([]);
    for (const id of [traced, other]) expect(await stored(id)).toHaveProperty("erasure");
    const { live, ...counts } = await erase(named());
    expect([...live, ...new Set(Object.values(counts))]).toEqual([0]);
    await expectConsistentLeads();
  });

  it("erases what the merged lead left: consultations, deliveries and events", async () => {
    await merge(other, traced);
    await patch(other, { last_name: PERSON.lastName });
    await eventPublisher(table, [firm]).publish();
    expect(await erase(traced)).toMatchObject({ leads: 2, consultations: 2, idempotency_records: 1 });
    expect(await personalItemsOfFirm()).toEqual([]);
  });

  it("keeps nothing that a source delivers for them afterwards, and refuses to merge or change them", async () => {
    await merge(other, traced);
    await erase(other);
    const delivered = await deliver(firm.source.secret, { ...PERSON, externalId: PERSON.email });
    expect(delivered.body).toEqual({ status: "ignored" });
    expect(await personalItemsOfFirm()).toEqual([]);
    const another = await newLead();
    expect((await merge(another, other)).status).toBe(422);
    expect((await merge(other, another)).status).toBe(404);
    expect((await patch(traced, { first_name: "Eve" })).status).toBe(409);
    expect((await book(traced)).status).toBe(409);
  });
});

describe("an erasure whose lead is merged meanwhile", () => {
  it.each([
    ["into another one", () => merge(other, traced)],
    ["with another one that ends in it", () => merge(traced, other)],
  ])("erases both: %s", async (_, change) => {
    const isErasure = ({ name, input }: StoreCall) =>
      name === "TransactWrite" && JSON.stringify(input).includes('"erasure"');
    const isMerged = changeBeforeWrite(async () => expect((await change()).status).toBe(200), isErasure);
    expect(await erase(traced)).toMatchObject({ leads: 2, consultations: 2 });
    expect(isMerged()).toBe(true);
    for (const id of [traced, other]) expect(await stored(id)).toHaveProperty("erasure");
    expect(await personalItemsOfFirm()).toEqual([]);
    await expectConsistentLeads();
  });
});

/** Marks a lead as an erasure does first, without the waits. */
const markErased = async (id: string) => {
  const lead = await readRecord(table, leadRecord(firm.firmId, id));
  const erasure = { at: new Date().toISOString(), changeId: id };
  await putLead(table, firm.firmId, { ...lead, erasure, revision: Number(lead?.revision) + 1 });
};

describe("a merge whose lead is erased meanwhile", () => {
  it.each([
    ["the one that would remain", () => traced, 404],
    ["the other", () => other, 422],
  ])("is refused: %s", async (_, erased, status) => {
    const isErased = changeBeforeWrite(() => markErased(erased()));
    expect([(await merge(traced, other)).status, isErased()]).toEqual([status, true]);
    expect(await stored(other)).not.toHaveProperty("mergedInto");
  });
});
