import { describe, expect, it } from "@jest/globals";
import { handler as bookConsultation } from "../../../functions/consultations/book-consultation.ts";
import { handler as listConsultations } from "../../../functions/consultations/list-consultations.ts";
import type { Lead } from "../../../shared/leads/lead.rules.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { consultationCountKey } from "../../../shared/table/record-keys.ts";
import { bookedItems, newConsultation } from "../../support/booked-consultations.ts";
import { newFirm } from "../../support/firms.ts";
import { putLead } from "../../support/leads.ts";
import { useMergeFixture } from "../../support/merge-fixture.ts";
import { putItems } from "../../support/put-items.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { firm, send, merge, stored, shown, book, expectConsistentLeads } = useMergeFixture(table);

const lead = (changes: Partial<Lead> = {}) => putLead(table, firm.firmId, changes);
const consultationsOf = async (leadId: string) =>
  (await send(listConsultations, { query: { lead: leadId } })).body.data.map(({ id }: { id: string }) => id);
/** Matches the error of a write to a merged lead, which names the remaining lead for programs. */
const namingMerged = (id: string) => ({
  code: "lead_merged",
  details: [{ field: "merged_into", message: id }],
});

describe("POST /api/leads/{id}/merge", () => {
  it("fills what the lead lacks from the other lead, and hides the other lead", async () => {
    const target = await lead({ email: "", data: { summary: "Fell" } });
    const other = await lead({ firstName: "Eve", email: "eve@example.com", data: { urgent: false } });
    const response = await merge(target.id, other.id);
    expect([response.status, response.body]).toMatchObject([
      200,
      {
        id: target.id,
        first_name: "Ada",
        email: "eve@example.com",
        data: { summary: "Fell", urgent: false },
      },
    ]);
    expect(await shown(target.id)).toEqual(response.body);
    expect(await shown(other.id)).toMatchObject({
      first_name: "Eve",
      archived: true,
      merged_into: target.id,
    });
    await expectConsistentLeads();
  });

  it("is refused when `from` is another firm's lead, and changes nothing", async () => {
    const target = await lead();
    const before = await stored(target.id);
    const { status, body } = await merge(target.id, (await putLead(table, (await newFirm(table)).firmId)).id);
    expect([status, body.error.details]).toEqual([
      422,
      [{ field: "from", message: "must be a lead of the firm" }],
    ]);
    expect(await stored(target.id)).toEqual(before);
  });

  it("moves 40 consultations, the most of one merge", async () => {
    const [target, other] = [await lead(), await lead()];
    const consultations = Array.from({ length: 40 }, (_, hour) =>
      newConsultation({
        ...{ id: newRecordId(Date.now()), leadId: other.id, attorneyId: firm.attorney.id },
        startAt: new Date(Date.UTC(2055, 5, 1, hour)).toISOString(),
      }),
    );
    const count = { ...consultationCountKey(firm.firmId, other.id), consultations: 40 };
    await putItems(table, [...bookedItems(firm.firmId, consultations), count]);
    expect((await merge(target.id, other.id)).status).toBe(200);
    expect((await consultationsOf(target.id)).sort()).toEqual(consultations.map(({ id }) => id).sort());
    await expectConsistentLeads();
  });
});

describe("a lead that was merged", () => {
  it("refuses a booking, but a repeat of an earlier booking is answered", async () => {
    const [target, other] = [await lead(), await lead()];
    const slot = { attorney_id: firm.attorney.id, start_at: "2055-04-03T10:00:00Z", duration_min: 60 };
    const body = { lead_id: other.id, type: "Initial", ...slot };
    const request = { body, headers: { "idempotency-key": other.id } };
    const first = await send(bookConsultation, request);
    await merge(target.id, other.id);
    expect(await book(other.id)).toMatchObject({
      status: 409,
      body: { error: namingMerged(target.id) },
    });
    const repeat = await send(bookConsultation, request);
    expect(repeat).toMatchObject({ status: 201, headers: { "idempotent-replayed": "true" } });
    expect(repeat.body).toEqual({ ...first.body, lead_id: target.id });
  });
});
