import { expect, it } from "@jest/globals";
import { handler as addActivity } from "../../../functions/activities/create-activity.ts";
import { handler as book } from "../../../functions/consultations/book-consultation.ts";
import { handler as merge } from "../../../functions/lead-merge/merge-lead.ts";
import { handler as archive } from "../../../functions/leads/archive-lead.ts";
import { handler as unarchive } from "../../../functions/leads/unarchive-lead.ts";
import { handler as patch } from "../../../functions/leads/update-lead.ts";
import type { Lead } from "../../../shared/leads/lead.rules.ts";
import { conflictIn } from "../../support/conflict-gate.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

type Writer = (id: string) => Promise<{ status: number }>;

const patched =
  (body: object): Writer =>
  (id) =>
    firm.send(patch, { params: { id }, body });

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

it.each(LAPSING)("%s ends a clearance in its own write, but no block", async (_, writer) => {
  const { before, conflict } = await after(writer);
  expect(conflict).toEqual({ ...before, state: "lapsed", at: expect.any(String), isOutdated: true });
  const blocked = conflictIn("blocked");
  const kept = await after(writer, { conflict: blocked });
  expect(kept.conflict).toEqual({ ...blocked, isOutdated: true });
});

it.each(KEEPING)("%s leaves a clearance as it is", async (_, writer) => {
  const { before, conflict } = await after(writer);
  expect(conflict).toEqual(before);
});
