import { beforeEach, describe, expect, it } from "@jest/globals";
import { v4 } from "uuid";
import { leadEraseCommand } from "../../../lib/operator/lead-erase.ts";
import { newFirm } from "../../support/firms.ts";
import { putLead, readStoredLead } from "../../support/leads.ts";
import { runForJson } from "../../support/operator.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();

let firm: Awaited<ReturnType<typeof newFirm>>;
let leadId: string;
beforeEach(async () => {
  firm = await newFirm(table);
  leadId = (await putLead(table, firm.firmId)).id;
});

const run = (...input: string[]) => runForJson(table, leadEraseCommand(), ...input);

describe("lead erase", () => {
  it("is a dry run unless the firm is confirmed", async () => {
    const expected = { erased: false, lead_id: leadId, leads: 1, consultations: 0, events: 0 };
    expect(await run(firm.firmId, leadId)).toMatchObject(expected);
    expect(await run(firm.firmId, leadId, "--confirm", firm.firmId, "--dry-run")).toMatchObject(expected);
    await expect(run(firm.firmId, leadId, "--confirm", v4())).rejects.toThrow("--confirm");
    expect(await readStoredLead(table, firm.firmId, leadId)).toMatchObject({ firstName: "Ada" });
  });

  it("does not find another firm's lead", async () => {
    const other = await newFirm(table);
    await expect(run(other.firmId, leadId)).rejects.toThrow("No such lead.");
  });
});
