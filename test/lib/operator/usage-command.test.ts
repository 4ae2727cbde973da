import { describe, expect, it } from "@jest/globals";
import { idAt } from "../../../shared/runtime/record-id.ts";
import { bookOf, newErasureFirm } from "../../support/erasure-fixture.ts";
import { newFirm } from "../../support/firms.ts";
import { deliver } from "../../support/ingestion.ts";
import { putLead } from "../../support/leads.ts";
import { runForJson } from "../../support/operator.ts";
import { useTable } from "../../support/test-table.ts";
import { storeDelivery } from "../../support/webhook-deliveries.ts";

const table = useTable();

const at = (instant: string, last: string) => idAt(Date.parse(instant)).slice(0, -1) + last;

describe("usage", () => {
  it("counts what each firm got on a day", async () => {
    const firm = await newErasureFirm(table);
    const { firmId, source, webhook } = firm;
    const { body } = await deliver(source.secret);
    await bookOf(firm, body.leadId);
    await storeDelivery(table, firmId, webhook);
    await newFirm(table);
    const rows = await runForJson(table, "usage");
    expect(rows).toHaveLength(2);
    const counted = rows.find(({ firm_id }: { firm_id: string }) => firm_id === firmId);
    expect(counted).toMatchObject({ leads: 1, bookings: 1, inbound_deliveries: 1, webhook_deliveries: 1 });
  });

  it("counts from midnight to midnight, UTC, of one firm", async () => {
    const { firmId } = await newFirm(table);
    const instants = ["2026-11-20T23:59:59.999Z", "2026-11-21T00:00:00.000Z", "2026-11-21T23:59:59.999Z"];
    for (const instant of [...instants, "2026-11-22T00:00:00.000Z"])
      await putLead(table, firmId, { id: at(instant, "1") });
    const [row] = await runForJson(table, "usage", "--firm", firmId, "--day", "2026-11-21");
    expect(row).toMatchObject({ firm_id: firmId, day: "2026-11-21", leads: 2, bookings: 0 });
  });

  it("refuses what is no date", async () => {
    await expect(runForJson(table, "usage", "--day", "2026-02-30")).rejects.toThrow("must be a date");
  });
});
