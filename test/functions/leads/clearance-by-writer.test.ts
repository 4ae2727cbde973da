import { expect, it } from "@jest/globals";
import { handler as addActivity } from "../../../functions/activities/create-activity.ts";
import { handler as book } from "../../../functions/consultations/book-consultation.ts";
import { handler as merge } from "../../../functions/lead-merge/merge-lead.ts";
import { handler as archive } from "../../../functions/leads/archive-lead.ts";
import { handler as unarchive } from "../../../functions/leads/unarchive-lead.ts";
import { handler as patch } from "../../../functions/leads/update-lead.ts";
import { sweepReminders } from "../../../shared/consultations/sweep-reminders.ts";
import type { Lead } from "../../../shared/leads/lead.rules.ts";
import { runInvocation } from "../../../shared/runtime/log.ts";
import { leadKey } from "../../../shared/table/record-keys.ts";
import { conflictIn, setGate } from "../../support/conflict-gate.ts";
import { eventPublisher, runErasure } from "../../support/erasure-fixture.ts";
import { bodyOf } from "../../support/http-call.ts";
import { deliver, GRACE } from "../../support/ingestion.ts";
import { newRule } from "../../support/routing.ts";
import { changeAttribute, changeSetting } from "../../support/settings.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable({ stream: true });
const firm = useFirm(table);

type Writer = (id: string) => Promise<{ status: number }>;

const patched =
  (body: object): Writer =>
  (id) =>
    firm.send(patch, { params: { id }, body });

/** Runs the sweep at an instant. */
const sweepAt = (at: string) =>
  runInvocation({ function: "sweep-deliveries" }, () =>
    sweepReminders({ table, now: () => Date.parse(at), wait: async () => {} }),
  );

/** Lets the deadline of a lead pass, so that the next member has a turn. */
const handedOver: Writer = async (id) => {
  await setGate(table, firm.firmId);
  const { id: other } = await firm.addMember();
  const members = [firm.attorney.id, other].map((each) => ({ id: each, weight: 1 }));
  const rule = newRule({ members, respondWithinMinutes: 15, escalate: "next" });
  await changeSetting(table, firm.firmId, "routing", [rule]);
  await sweepAt("2055-03-03T12:00:01.000Z");
  expect(await firm.storedLead(id)).toMatchObject({ overdueCount: 1, assigneeId: expect.any(String) });
  return { status: 200 };
};

const erased: Writer = async (id) => {
  await setGate(table, firm.firmId);
  const { publish } = eventPublisher(table, [firm]);
  await runErasure(table, { firmId: firm.firmId, leadId: id }, publish);
  expect(await firm.storedLead(id)).toMatchObject({ erasure: expect.anything() });
  return { status: 200 };
};

const LAPSING: [string, Writer][] = [
  ["a PATCH of the name", patched({ last_name: "Byron" })],
  ["a PATCH of the address", patched({ email: "byron@example.com" })],
  ["a PATCH of the number", patched({ phone: "(212) 555-0188" })],
  ["a PATCH of the parties", patched({ parties: [] })],
  [
    "a merge",
    async (id) =>
      firm.send(merge, { params: { id }, body: { from: (await firm.putLead({ email: "" })).id } }),
  ],
];

const KEEPING: [string, Writer][] = [
  ["a PATCH of stage and assignee", (id) => patched({ status: "lost", assignee_id: firm.attorney.id })(id)],
  ["a PATCH of the firm's data and the next contact", patched({ next_contact_at: "2055-03-03T12:00:00Z" })],
  ["a PATCH that says the same again", patched({ email: " ADA@example.com", parties: null })],
  ["the archive", (id) => firm.send(archive, { params: { id } })],
  ["the way back from the archive", (id) => firm.send(unarchive, { params: { id } })],
  [
    "an activity",
    (id) =>
      firm.send(addActivity, {
        params: { id },
        body: { kind: "call", direction: "out", outcome: "reached" },
      }),
  ],
  [
    "a next contact that is due",
    async (id) => {
      await setGate(table, firm.firmId);
      await patched({ next_contact_at: "2055-03-02T12:00:00Z" })(id);
      await sweepAt("2055-03-02T12:00:01.000Z");
      expect(await firm.storedLead(id)).toMatchObject({ contactDue: "told" });
      return { status: 200 };
    },
  ],
  ["an erasure", erased],
  [
    "a booking, which ends the deadline",
    (lead_id) =>
      firm.send(book, {
        body: {
          ...{ lead_id, attorney_id: firm.attorney.id, type: "Initial", duration_min: 30 },
          start_at: "2055-03-03T15:00:00Z",
        },
      }),
  ],
];

const after = async (writer: Writer, changes: Partial<Lead> = {}) => {
  const conflict = conflictIn("cleared");
  const { id } = await firm.putLead({ conflict, respondBy: "2055-03-03T12:00:00.000Z", ...changes });
  expect([200, 201]).toContain((await writer(id)).status);
  return { before: conflict, conflict: (await firm.storedLead(id))?.conflict };
};

it.each(LAPSING)(
  "%s ends a clearance in its own write, but no block, also while there is no gate",
  async (_, writer) => {
    const { before, conflict } = await after(writer);
    expect(conflict).toEqual({ ...before, state: "lapsed", at: expect.any(String), isOutdated: true });
    const blocked = conflictIn("blocked");
    const kept = await after(writer, { conflict: blocked });
    expect(kept.conflict).toEqual({ ...blocked, isOutdated: true });
  },
);

it("a delivery that says another name ends a clearance in its own write, also while there is no gate", async () => {
  const { secret } = await createTestSource(firm.apiKey);
  const { leadId } = bodyOf(await deliver(secret), 201);
  const conflict = conflictIn("cleared");
  await changeAttribute(table, leadKey(firm.firmId, leadId), "conflict", conflict);
  bodyOf(await deliver(secret, { ...GRACE, case_type: "injury" }), 200);
  expect((await firm.storedLead(leadId))?.conflict).toEqual(conflict);
  bodyOf(await deliver(secret, { ...GRACE, lastName: "Murray" }), 200);
  expect((await firm.storedLead(leadId))?.conflict).toEqual({
    ...{ ...conflict, state: "lapsed", at: expect.any(String) },
    isOutdated: true,
  });
});

it("a deadline that passes, and hands the lead over, leaves a clearance as it is", async () => {
  const routed = { routingRule: "all", assigneeId: firm.attorney.id };
  const { before, conflict } = await after(handedOver, routed);
  expect(conflict).toEqual(before);
});

it.each(KEEPING)("%s leaves a clearance as it is", async (_, writer) => {
  const { before, conflict } = await after(writer);
  expect(conflict).toEqual(before);
});
