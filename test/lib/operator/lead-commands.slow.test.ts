import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import { v4 } from "uuid";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import { createdAt } from "../../../shared/runtime/record-id.ts";
import { bookedItems, newConsultation } from "../../support/booked-consultations.ts";
import { changeAt } from "../../support/changes.ts";
import { newFirm } from "../../support/firms.ts";
import { newLead, putLead, readStoredLead } from "../../support/leads.ts";
import { runForJson } from "../../support/operator.ts";
import { putItems } from "../../support/put-items.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();

let firm: Awaited<ReturnType<typeof newFirm>>;
let leadId: string;
beforeEach(async () => {
  firm = await newFirm(table);
  leadId = (await putLead(table, firm.firmId)).id;
});

const run = (...input: string[]) => runForJson(table, "lead erase", ...input);

describe("lead erase", () => {
  it("is a dry run unless the firm is confirmed", async () => {
    const expected = { erased: false, lead_id: leadId, leads: 1, consultations: 0, events: 0 };
    expect(await run(firm.firmId, leadId)).toMatchObject(expected);
    const hint = jest.spyOn(console, "error").mockImplementation(() => {});
    for (const confirm of [[], ["--confirm", firm.firmId]]) {
      expect(await run(firm.firmId, leadId, "--dry-run", ...confirm)).toMatchObject(expected);
      expect(hint).toHaveBeenLastCalledWith(
        `Nothing was changed: use --confirm ${firm.firmId} without --dry-run to do it.`,
      );
      hint.mockClear();
    }
    for (const dryRun of [[], ["--dry-run"]])
      await expect(run(firm.firmId, leadId, "--confirm", v4(), ...dryRun)).rejects.toThrow("--confirm");
    expect(await readStoredLead(table, firm.firmId, leadId)).toMatchObject({ firstName: "Ada" });
  });

  it("names the live consultations, and cancels none with --keep-consultations", async () => {
    const consultation = newConsultation({ leadId, attorneyId: firm.attorney.id });
    await putItems(table, bookedItems(firm.firmId, [consultation]));
    const { id } = consultation;
    const live_consultations = [{ id, start_at: "2055-03-03T10:00:00.000Z", attorney_id: firm.attorney.id }];
    const dryRun = { erased: false, live_consultations, consultations: 1, canceled_consultations: 1 };
    expect(await run(firm.firmId, leadId)).toMatchObject(dryRun);
    const kept = await run(firm.firmId, leadId, "--keep-consultations");
    expect(kept).toMatchObject({ ...dryRun, canceled_consultations: 0 });
  });

  it("names the leads that were merged into it, and are erased too", async () => {
    const { id } = await putLead(table, firm.firmId, { mergedLeadIds: [leadId] });
    await putLead(table, firm.firmId, { id: leadId, mergedInto: id });
    expect(await run(firm.firmId, leadId)).toMatchObject({ lead_id: leadId, merged_with: [id], leads: 2 });
    expect(await run(firm.firmId, id)).toMatchObject({ lead_id: id, merged_with: [leadId], leads: 2 });
  });

  it("does not find another firm's lead", async () => {
    const other = await newFirm(table);
    await expect(run(other.firmId, leadId)).rejects.toThrow("No such lead.");
  });
});

describe("lead find", () => {
  const find = (...input: string[]) => {
    return runForJson(table, "lead find", firm.firmId, ...input);
  };
  const idsOf = (leads: readonly { lead_id: string }[]) => leads.map(({ lead_id }) => lead_id);

  it("finds leads by an email as it is stored, also archived and merged ones, and shows only initials", async () => {
    const merged = { archived: true, firstName: "Émile", mergedInto: leadId };
    const archived = await putLead(table, firm.firmId, merged);
    await putLead(table, firm.firmId, { email: "bada@example.com" });
    await putLead(table, (await newFirm(table)).firmId);
    const common = { status: "new" };
    expect(await find("--email", " Ada@Example.COM")).toEqual([
      {
        ...common,
        lead_id: archived.id,
        initials: "ÉL",
        archived: true,
        merged_into: leadId,
        created_at: createdAt(archived.id),
      },
      {
        ...common,
        lead_id: leadId,
        initials: "AL",
        archived: false,
        merged_into: null,
        created_at: createdAt(leadId),
      },
    ]);
  });

  it("finds leads by a phone in any notation, or by either", async () => {
    const { id } = await putLead(table, firm.firmId, { email: "", phone: "+12125550187" });
    for (const phone of ["(212) 555-0187", "+1 212 555 0187", "tel:2125550187"])
      expect(idsOf(await find("--phone", phone))).toEqual([id]);
    expect(await find("--phone", "212 555 0188")).toEqual([]);
    expect(idsOf(await find("--email", "ada@example.com", "--phone", "212 555 0187"))).toEqual([id, leadId]);
  });

  it("finds all matching leads, however many", async () => {
    const leads = Array.from({ length: 250 }, () => newLead({ email: "dana@example.com" }));
    await putItems(
      table,
      leads.map((lead) => leadToItem(firm.firmId, lead, changeAt(Date.now()))),
    );
    const newestFirst = leads
      .map(({ id }) => id)
      .sort()
      .reverse();
    expect(idsOf(await find("--email", "dana@example.com"))).toEqual(newestFirst);
  });

  it("refuses to search for nothing, or for a value that no lead can have", async () => {
    await expect(find()).rejects.toThrow("--email, --phone or both");
    await expect(find("--email", "ada")).rejects.toThrow("must be an email address");
    for (const field of ["--email", "--phone"])
      await expect(find(field, " ")).rejects.toThrow("must not be blank");
  });
});
