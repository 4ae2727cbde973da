import { describe, expect, it, jest } from "@jest/globals";
import { handler as archiveLead } from "../../../functions/leads/archive-lead.ts";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as getFirm } from "../../../functions/settings/get-firm.ts";
import { handler as updateFirm } from "../../../functions/settings/update-firm.ts";
import { moveStrayLeads } from "../../../shared/firm/move-stray-leads.ts";
import { runInvocation } from "../../../shared/runtime/log.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { changeBeforeWrite } from "../../support/changes-between-calls.ts";
import { newFirm } from "../../support/firms.ts";
import { ADA } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table);

const stages = (...keys: string[]) => keys.map((stage) => ({ key: stage, name: stage }));
const ALL = ["new", "contacted", "qualified", "retained", "lost"];
const without = (...removed: string[]) => ({
  stages: stages(...ALL.filter((stage) => !removed.includes(stage))),
});
const readSettings = async () => (await firm.send(getFirm)).body;
const stageKeys = async () => (await readSettings()).stages.map((stage: { key: string }) => stage.key);
const patch = (body: object) => firm.send(updateFirm, { body });

/** PATCHes the firm, and runs `meanwhile` once, between the reads and the write. */
const patchWhile = (body: object, meanwhile: () => Promise<unknown>) => {
  changeBeforeWrite(meanwhile);
  return patch(body);
};

/** Imports the lead endpoints in an instance that has cached nothing. */
const freshInstance = async () => {
  jest.resetModules();
  const { handler: createLead } = await import("../../../functions/leads/create-lead.ts");
  const { handler: updateLead } = await import("../../../functions/leads/update-lead.ts");
  return {
    create: () => firm.send(createLead, { body: ADA }),
    move: (id: string, status: string) => firm.send(updateLead, { params: { id }, body: { status } }),
  };
};

const created = async () => (await firm.send(createLead, { body: ADA })).body;

describe("a stage without leads", () => {
  it("is removed, and accepts no lead from then on", async () => {
    const { id } = await firm.putLead({ stage: "lost" });
    const before = await readSettings();
    expect(await patch(without("new"))).toMatchObject({ status: 200, body: { version: before.version + 1 } });
    expect(await stageKeys()).toEqual(ALL.slice(1));
    const { create, move } = await freshInstance();
    expect((await create()).body.status.key).toBe("contacted");
    expect((await move(id, "new")).body.error).toMatchObject({
      code: "invalid_request",
      details: [{ field: "status", message: "must be one of: contacted, qualified, retained, lost" }],
    });
  });

  it("is removed although another firm has leads in a stage of the same key", async () => {
    await created();
    const { apiKey: key } = await newFirm(table);
    expect((await firm.send(updateFirm, { key, body: { stages: stages("only") } })).status).toBe(200);
  });
});

describe("a stage that leads are in", () => {
  it.each([false, true])("stays, and accepts leads as before (archived: %s)", async (archived) => {
    const { id } = await created();
    if (archived) await firm.send(archiveLead, { params: { id } });
    const refused = await patch({ ...without("new"), name: "" });
    expect([refused.status, violationFields(refused)]).toEqual([422, ["name", "stages"]]);
    expect(refused.body.error.message).toContain("must keep the stage new");
    expect(await stageKeys()).toEqual(ALL);
    expect((await (await freshInstance()).create()).body.status.key).toBe("new");
  });

  it.each([
    ["merged into another one", { archived: true, mergedInto: newRecordId(Date.now()) }],
    ["erased", { erasure: { at: "2026-01-01T00:00:00.000Z", changeId: newRecordId(Date.now()) } }],
  ])(
    "is removed when its only lead cannot be moved by a caller because it was %s; the sweep moves it",
    async (_, changes) => {
      const { id } = await firm.putLead({ stage: "new", ...changes });
      expect((await patch(without("new"))).status).toBe(200);
      await runInvocation({ function: "sweep-deliveries" }, () =>
        moveStrayLeads({ table, now: () => Date.now() + 61_000 }),
      );
      expect((await firm.send(getLead, { params: { id } })).body.status.key).toBe("contacted");
    },
  );
});

describe("a change of the settings while a stage is being removed", () => {
  it("of another field is kept", async () => {
    const removal = await patchWhile(without("new"), () => patch({ name: "Other Law" }));
    expect(removal.status).toBe(200);
    expect(await readSettings()).toMatchObject({
      name: "Other Law",
      stages: [{ key: "contacted" }, {}, {}, {}],
    });
  });

  it("that adds a stage makes the older list remove it too", async () => {
    const removal = await patchWhile(without("new"), () => patch({ stages: stages(...ALL, "extra") }));
    expect(removal.status).toBe(200);
    expect(await stageKeys()).toEqual(ALL.slice(1));
  });

  it("that removes another stage leaves both stages removed", async () => {
    const removal = await patchWhile(without("new"), () => patch(without("new", "contacted")));
    expect(removal.status).toBe(200);
    expect((await stageKeys()).sort()).toEqual(ALL.slice(1).sort());
  });

  it("that removes the same stage succeeds too", async () => {
    const removals = await Promise.all(Array.from({ length: 4 }, () => patch(without("new"))));
    expect(removals.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await stageKeys()).toEqual(ALL.slice(1));
  });

  it("does not hide a lead that came to the stage meanwhile", async () => {
    const removal = await patchWhile(without("new"), async () => {
      await firm.putLead({ stage: "new" });
      await patch({ name: "Other Law" });
    });
    expect(removal.status).toBe(422);
    expect(await stageKeys()).toEqual(ALL);
  });

  it("by eight lists at once ends with one whole list", async () => {
    const all = (await readSettings()).stages;
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => patch({ stages: [...all, ...stages(`extra-${n}`)] })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await readSettings()).toMatchObject({ version: 9 });
    expect((await readSettings()).stages).toHaveLength(all.length + 1);
  });

  it("that adds a stage with a lead is not undone by a list without it", async () => {
    const all = (await readSettings()).stages;
    const refused = await patchWhile({ stages: [...all, ...stages("other")] }, async () => {
      await patch({ stages: [...all, ...stages("extra")] });
      await firm.putLead({ stage: "extra" });
    });
    expect([refused.status, violationFields(refused)]).toEqual([422, ["stages"]]);
    expect((await stageKeys()).at(-1)).toBe("extra");
  });
});
