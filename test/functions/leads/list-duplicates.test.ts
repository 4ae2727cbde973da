import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as listDuplicates } from "../../../functions/leads/list-duplicates.ts";
import type { Lead } from "../../../shared/leads/lead.rules.ts";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import { changeAt } from "../../support/changes.ts";
import { newFirm } from "../../support/firms.ts";
import { idInOrder } from "../../support/ids-in-order.ts";
import { newLead, putLead } from "../../support/leads.ts";
import { putItems } from "../../support/put-items.ts";
import { recordStoreTrips } from "../../support/store-trips.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

const PHONE = "+12125550187";

let created = 0;
const put = (changes: Partial<Lead> = {}) => firm.putLead({ id: idInOrder(created++), ...changes });

/** Stores many leads, each newer than the one before. */
const putAll = async (count: number, changesOf: (index: number) => Partial<Lead>) => {
  const leads = Array.from({ length: count }, (_, n) =>
    newLead({ id: idInOrder(created++), ...changesOf(n) }),
  );
  await putItems(
    table,
    leads.map((each) => leadToItem(firm.firmId, each, changeAt(1))),
  );
  return leads;
};

const duplicatesOf = (id: string) => firm.send(listDuplicates, { params: { id } });
const summaryOf = async (id: string) => {
  const { status, body } = await duplicatesOf(id);
  expect(status).toBe(200);
  return body.data.map(({ lead, matches }: { lead: { id: string }; matches: string[] }) => [
    lead.id,
    matches.join("+"),
  ]);
};

/** Returns the number of leads that each query reads. */
const examined = async (id: string) => {
  const counts: unknown[] = [];
  await recordStoreTrips(
    () => duplicatesOf(id),
    async ({ name, send }) => {
      const answer = await send();
      if (name === "Query") counts.push(Object(answer).ScannedCount);
      return answer;
    },
  );
  return counts;
};

let lead: Lead;
beforeEach(async () => {
  lead = await put({ phone: PHONE });
});

describe("GET /api/leads/{id}/duplicates", () => {
  it("shows the other leads with the address or number, newest first, archived ones too", async () => {
    const both = await put({ phone: PHONE });
    const email = await put({ archived: true });
    const phone = await put({ email: "grace@example.com", phone: PHONE });
    await put({ email: "grace@example.com", phone: "+12125550188" });
    await put({ email: "", phone: "+12125550188" });
    expect(await summaryOf(lead.id)).toEqual([
      [phone.id, "phone"],
      [email.id, "email"],
      [both.id, "email+phone"],
    ]);
    expect(await summaryOf(phone.id)).toContainEqual([lead.id, "phone"]);
  });

  it("leaves out merged leads, even before an index shows that, but not the survivor", async () => {
    const merged = await put({ archived: true, mergedInto: lead.id });
    expect(await summaryOf(lead.id)).toEqual([]);
    expect(await summaryOf(merged.id)).toEqual([[lead.id, "email"]]);
    const survivor = await put({ mergedLeadIds: [(await put()).id] });
    expect(await summaryOf(survivor.id)).toEqual([[lead.id, "email"]]);
  });

  it("shows the newest 20", async () => {
    const others = await putAll(25, (n) => (n % 2 ? { email: "", phone: PHONE } : { phone: "+12125550188" }));
    await putAll(30, () => ({ archived: true, mergedInto: String(others[0]?.id) }));
    const newest = others.slice(-20).reverse();
    expect((await summaryOf(lead.id)).map(([id]: [string]) => id)).toEqual(newest.map(({ id }) => id));
  });

  it("reads only the leads that it returns, the lead itself, and more in place of merged leads", async () => {
    const others = await putAll(60, () => ({ email: "", phone: PHONE }));
    const asking = await put({ email: "", phone: PHONE });
    expect(await examined(asking.id)).toEqual([21]);
    await put({ email: "", phone: PHONE, archived: true, mergedInto: asking.id });
    expect(await examined(asking.id)).toEqual([21, 12]);
    const newest = others.slice(-20).reverse();
    expect((await summaryOf(asking.id)).map(([id]: [string]) => id)).toEqual(newest.map(({ id }) => id));
  });

  it("returns none for a lead without address and number, in one trip", async () => {
    const erased = await put({ email: "", phone: "" });
    await put({ email: "", phone: "" });
    expect(await summaryOf(erased.id)).toEqual([]);
    expect(await recordStoreTrips(() => duplicatesOf(erased.id))).toHaveLength(1);
  });

  it("shows no lead of another firm", async () => {
    await putLead(table, (await newFirm(table)).firmId);
    expect(await summaryOf(lead.id)).toEqual([]);
  });

  it("takes two trips: first the lead, then both indexes at the same time", async () => {
    await put();
    const trips = await recordStoreTrips(() => duplicatesOf(lead.id));
    expect(trips.at(-1)).toEqual(["Query", "Query"]);
    expect(trips).toHaveLength(2);
  });
});
