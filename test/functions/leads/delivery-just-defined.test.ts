import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as updateMember } from "../../../functions/members/update-member.ts";
import { handler as updateFirm } from "../../../functions/settings/update-firm.ts";
import { advanceDate, fakeDate } from "../../support/fake-date.ts";
import { GRACE } from "../../support/ingestion.ts";
import { SETTINGS_CACHE_MILLISECONDS } from "../../support/settings.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm, () => ({ default_assignee_id: firm.attorney.id }));

const CASE_TYPE = { key: "case_type", label: "Case type", type: "select", options: ["Family", "Injury"] };
const JUDGE = { key: "judge", label: "Judge", type: "text" };

const define = async (...lead_fields: object[]) => {
  expect((await firm.send(updateFirm, { body: { lead_fields } })).status).toBe(200);
};

let number = 0;
/** Delivers a new lead, and returns the response and the stored lead. */
const deliver = async (changes: object = {}) => {
  const { status, body } = await source.deliver({ ...GRACE, externalId: ++number, ...changes });
  return { status, outcome: body.status, lead: body.leadId ? await firm.storedLead(body.leadId) : undefined };
};

/** This instance has cached source and settings, and the clock stands still. */
beforeEach(async () => {
  fakeDate(Date.now());
  await define(CASE_TYPE);
  advanceDate(SETTINGS_CACHE_MILLISECONDS);
  await deliver();
});

describe("a delivery a second after an answered PATCH", () => {
  it("keeps the value of a field that was defined", async () => {
    await define(CASE_TYPE, JUDGE);
    advanceDate(1_000);
    expect((await deliver({ judge: "Marshall" })).lead).toMatchObject({ data: { judge: "Marshall" } });
  });

  it("is assigned to the default assignee who became active", async () => {
    const params = { id: firm.attorney.id };
    const setActive = (active: boolean) => firm.send(updateMember, { params, body: { active } });
    await setActive(false);
    advanceDate(SETTINGS_CACHE_MILLISECONDS);
    expect((await deliver()).lead?.assigneeId).toBeUndefined();
    await setActive(true);
    advanceDate(1_000);
    expect((await deliver()).lead?.assigneeId).toBe(firm.attorney.id);
  });
});

it("deliveries read source and settings once a second", async () => {
  const reads = async () => {
    const calls = await recordStoreCalls(async () => {
      for (let n = 0; n < 3; n++) await deliver({ other: "x" });
    });
    return calls.filter((name) => name === "BatchGet").length;
  };
  expect(await reads()).toBe(0);
  advanceDate(1_000);
  expect(await reads()).toBe(1);
  advanceDate(1_000);
  expect(await reads()).toBe(1);
});
