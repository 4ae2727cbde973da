import { expect, it } from "@jest/globals";
import { handler as list } from "../../functions/conflicts/list-conflict-checks.ts";
import type { CheckMatch, ConflictCheck } from "../../shared/conflicts/conflict-check.rules.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { conflictCheckKey } from "../../shared/table/record-keys.ts";
import { conflictIn, setGate } from "../support/conflict-gate.ts";
import { eventPublisher, PERSON, personalItems } from "../support/erasure-fixture.ts";
import { useMergeFixture } from "../support/merge-fixture.ts";
import { putItems } from "../support/put-items.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const { firm, erase, send, newLead, merge, stored } = useMergeFixture(table);

const NAME = `${PERSON.firstName} ${PERSON.lastName}`;
const AT = "2026-11-20T10:00:00.000Z";
const match = (changes: Partial<CheckMatch>): CheckMatch => ({
  ...{ name: NAME, role: "client", by: ["name"], concern: "same_person" },
  ...changes,
});
const decision = (reason: string | null) => ({
  ...{ id: newRecordId(1), decision: "cleared" as const, memberId: firm.attorney.id, reason, at: AT },
});
/** Stores a check of a lead. */
const putCheck = (leadId: string, fields: Partial<ConflictCheck>) =>
  putItems(table, [
    {
      ...conflictCheckKey(firm.firmId, leadId, newRecordId(Date.now())),
      ...{ searched: [], matches: [], truncated: false, decisions: [], ...fields },
    },
  ]);
const checksOf = async (id: string) => (await send(list, { params: { id } })).body.data;

it("the erasure of a lead empties its parties and its checks, of others' checks its name, and keeps who decided", async () => {
  const party = { role: "adverse" as const, name: NAME, aliases: [], email: PERSON.email, phone: "" };
  const target = await newLead({ firstName: "Zoe", parties: [party], conflict: conflictIn("cleared") });
  const [other, stranger] = [await newLead(), await newLead()];
  const entry = match({
    entryKey: "acme",
    name: "Quuxworth Inc.",
    role: "adverse",
    concern: "client_is_adverse",
  });
  await putCheck(target, { searched: [NAME], matches: [entry], decisions: [decision(`Not ${NAME}`)] });
  await putCheck(other, { searched: [NAME], matches: [match({ leadId: stranger })] });
  const notHers = match({ leadId: stranger, name: "Ada Lovelace" });
  await putCheck(stranger, {
    searched: ["Ada Lovelace"],
    matches: [notHers, match({ leadId: target }), match({ leadId: stranger, mergedLeadId: other })],
    decisions: [decision("Another Ada")],
  });
  await merge(target, other);
  await eventPublisher(table, [firm]).publish();
  await setGate(table, firm.firmId);

  const counts = { leads: 2, conflict_checks: 3 };
  expect(await erase(target, { dryRun: true })).toMatchObject(counts);
  expect(await erase(target)).toMatchObject(counts);
  expect(await erase(target)).toMatchObject({ leads: 0, conflict_checks: 0 });

  expect(await personalItems(table)).toEqual([]);
  expect(await stored(target)).not.toHaveProperty("parties");
  expect(await checksOf(target)).toMatchObject([
    { searched: [], matches: [{ lead_id: stranger, name: "", concern: "same_person" }] },
    {
      ...{ searched: [], matches: [{ entry_key: "acme", name: "", concern: "client_is_adverse" }] },
      decisions: [{ decision: "cleared", member_id: firm.attorney.id, reason: null, at: AT }],
    },
  ]);
  expect(await checksOf(stranger)).toMatchObject([
    {
      searched: ["Ada Lovelace"],
      matches: [{ name: "Ada Lovelace" }, { lead_id: target, name: "" }, { name: "" }],
      decisions: [{ reason: "Another Ada" }],
    },
  ]);
});
