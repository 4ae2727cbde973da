import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as createCheck } from "../../../functions/conflicts/create-conflict-check.ts";
import { handler as decideCheck } from "../../../functions/conflicts/decide-conflict-check.ts";
import { handler as deleteEntry } from "../../../functions/conflicts/delete-conflict-entry.ts";
import { handler as listChecks } from "../../../functions/conflicts/list-conflict-checks.ts";
import { handler as sendEntry } from "../../../functions/conflicts/put-conflict-entry.ts";
import { handler as mergeLead } from "../../../functions/lead-merge/merge-lead.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { putEntry } from "../../../shared/conflicts/conflict-entry.store.ts";
import type { Lead } from "../../../shared/leads/lead.rules.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { commit } from "../../../shared/table/commit.ts";
import { changeAt } from "../../support/changes.ts";
import { changeBeforeWrite } from "../../support/changes-between-calls.ts";
import { setGate } from "../../support/conflict-gate.ts";
import { eventPublisher } from "../../support/erasure-fixture.ts";
import { bodyOf } from "../../support/http-call.ts";
import { putItems } from "../../support/put-items.ts";
import { scanItems } from "../../support/scan-table.ts";
import type { StoreCall } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable({ stream: true });
const firm = useFirm(table);
let publisher: ReturnType<typeof eventPublisher>;

const beginWith = async (gate: Parameters<typeof setGate>[2] = {}) => {
  await setGate(table, firm.firmId, gate);
  publisher = eventPublisher(table, [firm]);
};
beforeEach(() => beginWith());
afterEach(() => {
  jest.restoreAllMocks();
});

/** Until nothing changes any more. */
const publish = async () => {
  for (let round = 0; round < 3; round++) await publisher.publish();
};

const DANA = { firstName: "Dana", lastName: "Doe", email: "dana@example.com", phone: "" };
const BOB = { firstName: "Bob", lastName: "Roe", email: "bob@example.com", phone: "" };
const against = (name: string, role: "adverse" | "related" = "adverse"): Partial<Lead> => ({
  parties: [{ role, name, aliases: [], email: "", phone: "" }],
});

const newLead = async (fields: Partial<Lead>) => (await firm.putLead(fields)).id;
const check = async (id: string) => bodyOf(await firm.send(createCheck, { params: { id } }), 201);
const decide = async (id: string, decision = "cleared") => {
  const { id: checkId } = await check(id);
  const body = { decision, member_id: firm.attorney.id, reason: "Known" };
  return bodyOf(await firm.send(decideCheck, { params: { id, checkId }, body }), 200);
};
const put = (key: string, body: object) =>
  firm.send(sendEntry, { params: { key }, body: { name: "Acme Inc.", role: "client", ...body } });
const stateOf = async (id: string) => ((await firm.storedLead(id))?.conflict as { state: string })?.state;
const keyItems = async () =>
  (await scanItems(table)).filter(({ pk }) => String(pk).includes(`${firm.firmId}#CONFLICTKEY`));

describe("a check", () => {
  it("finds leads, their parties and entries by their keys, conflicts first", async () => {
    const same = await newLead(DANA);
    const rival = await newLead({ ...BOB, ...against("Doe, Dana") });
    await put("c:1", { aliases: ["Acme Corporation"] });
    const id = await newLead({ ...DANA, email: "other@example.com", ...against("Acme, Inc.") });
    await publish();
    const { searched, matches, result, truncated } = await check(id);
    expect({ searched, result, truncated }).toEqual({
      searched: ["Dana Doe", "Acme, Inc."],
      ...{ result: "matches", truncated: false },
    });
    expect(matches.slice(0, 2)).toEqual(
      expect.arrayContaining([
        { lead_id: rival, name: "Doe, Dana", role: "adverse", by: ["name"], concern: "client_is_adverse" },
        { entry_key: "c:1", name: "Acme Inc.", role: "client", by: ["name"], concern: "adverse_to_client" },
      ]),
    );
    expect(matches.slice(2)).toEqual([
      { lead_id: same, name: "Dana Doe", role: "client", by: ["name"], concern: "same_person" },
    ]);
  });

  it("names the survivor of a merged lead, and searches what was merged into its own", async () => {
    const [survivor, merged] = [await newLead(BOB), await newLead(DANA)];
    const rival = await newLead({ firstName: "Cy", lastName: "Poe", ...against("Dana Doe") });
    await firm.send(mergeLead, { params: { id: survivor }, body: { from: merged } });
    await publish();
    expect((await check(rival)).matches).toMatchObject([{ lead_id: survivor, name: "Dana Doe" }]);
    expect(await check(survivor)).toMatchObject({
      searched: ["Bob Roe", "Dana Doe"],
      matches: [{ lead_id: rival, concern: "client_is_adverse" }],
    });
  });

  it("that shows nothing new leaves a clearance, and any other ends it", async () => {
    await newLead({ ...BOB, ...against("Dana Doe") });
    const id = await newLead(DANA);
    await publish();
    const { id: decidedOn } = await decide(id);
    await check(id);
    expect((await firm.storedLead(id))?.conflict).toMatchObject({ state: "cleared", checkId: decidedOn });
    await put("a:1", { name: "Dana Doe", role: "adverse" });
    await publisher.publish();
    await firm.send(createCheck, { params: { id } });
    expect(await stateOf(id)).toBe("matches");
  });
});

describe("the index", () => {
  it("follows what a record is called, and forgets what is gone", async () => {
    const id = await newLead(DANA);
    await publish();
    const former = await keyItems();
    expect(former.map(({ sk }) => sk)).toEqual(Array.from(former, () => `CLIENT#LEAD#${id}`));
    await firm.send(updateLead, { params: { id }, body: { first_name: "Ann", last_name: "Poe" } });
    await put("c:1", {});
    await firm.send(deleteEntry, { params: { key: "c:1" } });
    await publish();
    const keys = await keyItems();
    expect(keys.map(({ sk }) => sk)).toEqual(Array.from(keys, () => `CLIENT#LEAD#${id}`));
    // The address alone is the same.
    expect(keys.filter(({ pk }) => former.some((each) => each.pk === pk))).toHaveLength(1);
  });

  it("has an entry that an instance brings in that does not know the gate yet", async () => {
    await firm.renew();
    await beginWith({ index: "off" });
    await newLead(DANA);
    await publish();
    await setGate(table, firm.firmId);
    // By another instance: a request to this one would read the settings.
    const fields = { role: "client" as const, aliases: [], email: "", phone: "", matter: "" };
    const entry = { id: newRecordId(Date.now()), key: "c:1", name: "Acme Inc.", ...fields };
    await commit(table, [putEntry(firm.firmId, entry, { before: null, change: changeAt(Date.now()) })]);
    await publish();
    expect((await keyItems()).map(({ sk }) => sk)).toEqual(["CLIENT#ENTRY#c:1"]);
  });

  it("is not written for a firm that never had a gate", async () => {
    await firm.renew();
    await beginWith({ index: "off" });
    await setGate(table, firm.firmId, { index: "off" });
    await newLead(DANA);
    await publish();
    expect(await keyItems()).toEqual([]);
  });
});

describe("a clearance", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["a lead against it", () => newLead({ ...BOB, ...against("Doe, Dana") })],
    ["a lead beside it", () => newLead({ ...BOB, ...against("Dana Doe", "related") })],
    ["an entry against it", () => put("a:1", { name: "Daniel Doe", aliases: ["Dana Doe"], role: "adverse" })],
  ])("lapses once by %s", async (_, store) => {
    const id = await newLead(DANA);
    await publish();
    await decide(id);
    await store();
    await publish();
    const lapsed = await firm.storedLead(id);
    expect(lapsed).toMatchObject({ conflict: { state: "lapsed" }, actor: { type: "system", id: null } });
    // All of it comes again.
    await eventPublisher(table, [firm]).publish();
    expect(await firm.storedLead(id)).toEqual(lapsed);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["the same person", () => newLead({ ...DANA, email: "other@example.com" })],
    ["a shared address", () => newLead({ ...BOB, email: DANA.email })],
    ["somebody else", () => newLead({ ...BOB, ...against("Donna Doe-Smith") })],
  ])("stays by %s", async (_, store) => {
    const id = await newLead(DANA);
    await publish();
    await decide(id);
    await store();
    await publish();
    expect(await stateOf(id)).toBe("cleared");
  });

  it("stays by a conflict that its check shows, and lapses by another role of it", async () => {
    await put("e:1", { name: "Dana Doe", role: "adverse" });
    const id = await newLead(DANA);
    await publish();
    await decide(id, "waived");
    await put("e:1", { name: "Dana Doe", role: "adverse", matter: "7" });
    await publish();
    expect(await stateOf(id)).toBe("waived");
    await put("e:1", { name: "Dana Doe", role: "related" });
    await publish();
    expect(await stateOf(id)).toBe("lapsed");
  });

  it("lapses by what its check has missed, once the check is published", async () => {
    const id = await newLead(DANA);
    await newLead({ ...BOB, ...against("Dana Doe") });
    const { matches } = await decide(id);
    expect(matches).toEqual([]);
    await publish();
    expect(await stateOf(id)).toBe("lapsed");
  });

  it("of the survivor lapses by a conflict with a lead that was merged into it", async () => {
    const [survivor, merged] = [await newLead(BOB), await newLead(DANA)];
    await firm.send(mergeLead, { params: { id: survivor }, body: { from: merged } });
    await publish();
    await decide(survivor);
    await put("a:1", { name: "Dana Doe", role: "adverse" });
    await publish();
    expect(await stateOf(survivor)).toBe("lapsed");
    expect(await stateOf(merged)).toBeUndefined();
  });

  it("does not lapse where a person has blocked", async () => {
    const id = await newLead(DANA);
    await publish();
    await decide(id, "blocked");
    await put("a:1", { name: "Dana Doe", role: "adverse" });
    await publish();
    expect(await stateOf(id)).toBe("blocked");
  });
});

describe("while a clearance is about to lapse", () => {
  it("it stays blocked if a person blocks it first", async () => {
    const id = await newLead(DANA);
    await publish();
    await decide(id);
    await publish();
    await put("a:1", { name: "Dana Doe", role: "adverse" });
    const isLapse = ({ name, input }: StoreCall) => name === "Update" && Object(input.Key).sk === id;
    const hasChanged = changeBeforeWrite(() => decide(id, "blocked"), isLapse);
    await publisher.publish();
    expect([hasChanged(), await stateOf(id)]).toEqual([true, "blocked"]);
  });
});

it("a key that its record no longer has is no match, and ends no clearance", async () => {
  const [dana, stale] = [await newLead(DANA), await newLead(BOB)];
  await publish();
  const keys = (await keyItems()).filter(({ sk }) => String(sk).endsWith(dana));
  await putItems(
    table,
    keys.map(({ pk }) => ({ pk, sk: `ADVERSE#LEAD#${stale}` })),
  );
  expect((await decide(dana)).matches).toEqual([]);
  await publish();
  expect(await stateOf(dana)).toBe("cleared");
});

describe("with auto_check", () => {
  beforeEach(async () => {
    await firm.renew();
    await beginWith({ autoCheck: true });
  });
  const listed = async (id: string) => bodyOf(await firm.send(listChecks, { params: { id } }), 200).data;

  it("a lead is checked by an instance that does not know yet that the index is complete", async () => {
    await setGate(table, firm.firmId, { autoCheck: true, index: "building" });
    await newLead(BOB);
    await publish();
    await setGate(table, firm.firmId, { autoCheck: true });
    const id = await newLead(DANA);
    await publish();
    expect(await listed(id)).toHaveLength(1);
  });

  it("a lead is checked when it is new and when it changes, and only then", async () => {
    const id = await newLead(DANA);
    await publish();
    expect(await listed(id)).toMatchObject([{ result: "no_match" }]);
    await firm.send(updateLead, { params: { id }, body: { data: {}, source: "other" } });
    await publish();
    expect(await listed(id)).toHaveLength(1);
    await put("a:1", { name: "Ann Doe", role: "adverse" });
    await firm.send(updateLead, { params: { id }, body: { first_name: "Ann" } });
    await publish();
    expect(await listed(id)).toMatchObject([{ result: "matches" }, { result: "no_match" }]);
    expect(await stateOf(id)).toBe("matches");
  });
});
