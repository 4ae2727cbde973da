import { describe, expect, it, jest } from "@jest/globals";
import { handler as getFirm } from "../../../functions/firm/get-firm.ts";
import { handler as updateFirm } from "../../../functions/firm/update-firm.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { moveStrayLeads } from "../../../shared/firm/move-stray-leads.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { ADA } from "../../support/leads.ts";
import { interceptStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

const stages = (...keys: string[]) => keys.map((stage) => ({ key: stage, name: stage }));
const ALL = ["new", "contacted", "qualified", "retained", "lost"];
const without = (...removed: string[]) => ({
  stages: stages(...ALL.filter((stage) => !removed.includes(stage))),
});
const stageKeys = async () => {
  const { body } = await firm.send(getFirm);
  return body.stages.map((stage: { key: string }) => stage.key);
};
const patch = (body: object) => firm.send(updateFirm, { body });

/** PATCHes the firm, and runs `meanwhile` once, between what it reads and its write. */
const patchWhile = async (body: object, meanwhile: () => Promise<unknown>) => {
  const spy = interceptStoreCalls(async ({ name, send }) => {
    if (name !== "TransactWrite") return send();
    spy.mockRestore();
    await meanwhile();
    return send();
  });
  return patch(body);
};

/** The lead endpoints of an instance that has cached nothing. */
const freshInstance = async () => {
  jest.resetModules();
  const { handler: createLead } = await import("../../../functions/leads/create-lead.ts");
  const { handler: updateLead } = await import("../../../functions/leads/update-lead.ts");
  return {
    create: () => firm.send(createLead, { body: ADA }),
    move: (id: string, status: string) => firm.send(updateLead, { params: { id }, body: { status } }),
  };
};

describe("a stage without leads", () => {
  it("is removed at once, and takes no lead from then on", async () => {
    const { id } = await firm.putLead({ stage: "lost" });
    const { body: before } = await firm.send(getFirm);
    const startedAt = performance.now();
    expect(await patch(without("new"))).toMatchObject({ status: 200, body: { version: before.version + 1 } });
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect(await stageKeys()).toEqual(ALL.slice(1));
    const { create, move } = await freshInstance();
    expect((await create()).body.status.key).toBe("contacted");
    expect((await move(id, "new")).body.error).toMatchObject({
      code: "invalid_request",
      details: [{ field: "status", message: "must be one of: contacted, qualified, retained, lost" }],
    });
  });

  it("may be every open one, when others replace it", async () => {
    expect((await patch({ stages: stages("intake") })).status).toBe(200);
    expect((await (await freshInstance()).create()).body.status.key).toBe("intake");
  });
});

it("a stage that leads are in stays, and takes leads as before", async () => {
  await firm.putLead({ stage: "new" });
  const refused = await patch(without("new"));
  expect(refused.status).toBe(422);
  expect(refused.body.error.message).toContain("must keep the stage new");
  expect(await stageKeys()).toEqual(ALL);
  expect((await (await freshInstance()).create()).body.status.key).toBe("new");
});

it.each([
  ["merged into another one", { archived: true, mergedInto: newRecordId(Date.now()) }],
  ["erased", { erasure: { at: "2026-01-01T00:00:00.000Z", changeId: newRecordId(Date.now()) } }],
])(
  "a stage is removed whose only lead nobody can move, since it was %s; the sweep does",
  async (_, changes) => {
    const { id } = await firm.putLead({ stage: "new", ...changes });
    expect((await patch(without("new"))).status).toBe(200);
    await moveStrayLeads({ table, now: () => Date.now() + 61_000 });
    expect((await firm.send(getLead, { params: { id } })).body.status.key).toBe("contacted");
  },
);

describe("a change of the settings while a stage is being removed", () => {
  it("of another field is kept", async () => {
    const removal = await patchWhile(without("new"), () => patch({ name: "Other Law" }));
    expect(removal.status).toBe(200);
    const { body } = await firm.send(getFirm);
    expect(body).toMatchObject({ name: "Other Law", stages: [{ key: "contacted" }, {}, {}, {}] });
  });

  it("that adds a stage makes the older list remove it too", async () => {
    const removal = await patchWhile(without("new"), () => patch({ stages: stages(...ALL, "extra") }));
    expect(removal.status).toBe(200);
    expect(await stageKeys()).toEqual(ALL.slice(1));
  });

  it("that removes another stage leaves both removals whole", async () => {
    const removal = await patchWhile(without("new"), () => patch(without("new", "contacted")));
    expect(removal.status).toBe(200);
    expect((await stageKeys()).sort()).toEqual(ALL.slice(1).sort());
  });

  it("that removes the same stage does no harm", async () => {
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
});
