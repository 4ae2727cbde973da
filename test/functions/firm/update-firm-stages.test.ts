import { describe, expect, it } from "@jest/globals";
import { handler as getFirm } from "../../../functions/firm/get-firm.ts";
import { handler } from "../../../functions/firm/update-firm.ts";
import { handler as archiveLead } from "../../../functions/leads/archive-lead.ts";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as mergeLead } from "../../../functions/leads/merge-lead.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { moveStrayLeads } from "../../../shared/firm/move-stray-leads.ts";
import { runInvocation } from "../../../shared/runtime/log.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { ADA } from "../../support/leads.ts";
import { interceptStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const stages = (...keys: string[]) => keys.map((key) => ({ key, name: key.toUpperCase() }));

const firm = useFirm(table);

const patch = (body: unknown, headers?: Record<string, string>) => firm.send(handler, { body, headers });
const readSettings = async () => (await firm.send(getFirm)).body;

describe("a stage", () => {
  const created = async () => (await firm.send(createLead, { body: ADA })).body;

  it("shows its new name on leads within five seconds when renamed", async () => {
    const { id } = await created();
    const kept = (await readSettings()).stages.slice(1);
    await patch({ stages: [{ key: "new", name: "Just in" }, ...kept] });
    advanceDate(5_000);
    const response = await firm.send(getLead, { params: { id } });
    expect(response.body.status).toEqual({ key: "new", name: "Just in" });
  });

  it.each([false, true])("cannot be removed while leads are in it (archived: %s)", async (archived) => {
    const { id } = await created();
    if (archived) await firm.send(archiveLead, { params: { id } });
    const rejected = await patch({ stages: stages("contacted", "lost"), name: "" });
    expect(rejected.status).toBe(422);
    expect(violationFields(rejected)).toEqual(["name", "stages"]);
    expect(rejected.body.error.message).toContain("must keep the stage new");
    await firm.send(updateLead, { params: { id }, body: { status: "contacted" } });
    expect((await patch({ stages: stages("contacted", "lost") })).status).toBe(200);
  });

  it("can be removed when only merged leads are in it, which the sweep moves", async () => {
    const [merged, { id: target }] = [(await created()).id, await created()];
    await firm.send(mergeLead, { params: { id: target }, body: { from: merged } });
    await firm.send(updateLead, { params: { id: target }, body: { status: "contacted" } });
    expect((await patch({ stages: stages("contacted", "lost") })).status).toBe(200);
    await runInvocation({ function: "sweep-deliveries" }, () =>
      moveStrayLeads({ table, now: () => Date.now() + 61_000 }),
    );
    expect((await firm.send(getLead, { params: { id: merged } })).body).toMatchObject({
      status: { key: "contacted" },
      merged_into: target,
    });
  });

  it("can be removed when only another firm's leads are in it", async () => {
    await created();
    const other = await newFirm(table);
    const body = { stages: stages("only") };
    expect((await call(handler, { key: other.apiKey, body })).status).toBe(200);
  });

  it("is validated again after a concurrent change of the stages", async () => {
    const all = (await readSettings()).stages;
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => patch({ stages: [...all, { key: `extra-${n}`, name: "Extra" }] })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await readSettings()).toMatchObject({ version: 9 });
    expect((await readSettings()).stages).toHaveLength(all.length + 1);
  });

  it("that was added concurrently and has a lead is not removed by a list without it", async () => {
    const all = (await readSettings()).stages;
    let isAdded = false;
    const spy = interceptStoreCalls(async ({ name, send }) => {
      if (name === "TransactWrite" && !isAdded) {
        isAdded = true;
        await patch({ stages: [...all, ...stages("extra")] });
        await firm.putLead({ stage: "extra" });
      }
      return send();
    });
    const rejected = await patch({ stages: [...all, ...stages("other")] });
    spy.mockRestore();
    expect([rejected.status, violationFields(rejected)]).toEqual([422, ["stages"]]);
    expect((await readSettings()).stages.at(-1).key).toBe("extra");
  });

  it("must be open for leads to be created", async () => {
    await patch({ stages: [{ key: "lost", name: "Lost", terminal: true }] });
    expect((await firm.send(createLead, { body: ADA })).body.error.code).toBe("no_open_stage");
  });
});

describe("a lead field", () => {
  it("that changes its type keeps stored values and validates new ones", async () => {
    const { body: lead } = await firm.send(createLead, { body: { ...ADA, data: { value: 5 } } });
    const lead_fields = [{ key: "value", label: "Value", type: "text" }];
    await patch({ lead_fields });
    advanceDate(5_000);
    const params = { id: lead.id };
    expect((await firm.send(getLead, { params })).body.data).toEqual({ value: 5 });
    expect((await firm.send(updateLead, { params, body: { data: { value: 6 } } })).status).toBe(422);
    const changed = await firm.send(updateLead, { params, body: { data: { value: "six" } } });
    expect(changed.body.data).toEqual({ value: "six" });
  });
});
