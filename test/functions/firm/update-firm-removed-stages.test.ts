import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, jest } from "@jest/globals";
import { handler as getFirm } from "../../../functions/firm/get-firm.ts";
import { advanceDate, fakeDate } from "../../support/fake-date.ts";
import { firmEndpoint } from "../../support/firm-endpoint.ts";
import { ADA } from "../../support/leads.ts";
import { changeSetting } from "../../support/settings.ts";
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

/** PATCHes the firm, and runs `meanwhile` once, where the endpoint waits for the caches. */
const patch = async (body: object, meanwhile: () => Promise<unknown> = async () => undefined) => {
  const waits: unknown[] = [];
  const handler = firmEndpoint(table, async () => {
    waits.push("wait");
    if (waits.length === 1) await meanwhile();
  });
  const { status, body: answer } = await firm.send(handler, { body });
  return { status, answer, waits: waits.length };
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
const stageOfNewLead = async () => (await (await freshInstance()).create()).body.status?.key;

describe("a stage that is being removed", () => {
  it("takes no new lead, and is shown like any other until it is gone", async () => {
    const { id } = await firm.putLead({ stage: "lost" });
    const { body: before } = await firm.send(getFirm);
    const removal = await patch(without("new"), async () => {
      const { create, move } = await freshInstance();
      expect((await create()).body.status.key).toBe("contacted");
      expect((await move(id, "new")).body.error).toMatchObject({
        code: "invalid_request",
        details: [{ field: "status", message: "must be one of: contacted, qualified, retained, lost" }],
      });
      expect((await firm.send(getFirm)).body).toEqual(before);
    });
    expect(removal).toMatchObject({ status: 200, answer: { version: before.version + 1 }, waits: 1 });
    expect(await stageKeys()).toEqual(ALL.slice(1));
    expect(await stageOfNewLead()).toBe("contacted");
  });

  it("stays, and opens at once, when a lead came by a cached setting", async () => {
    const removal = await patch(without("new"), () => firm.putLead({ stage: "new" }));
    expect(removal.status).toBe(422);
    expect(removal.answer.error.message).toContain("must keep the stage new");
    expect(await stageKeys()).toEqual(ALL);
    expect(await stageOfNewLead()).toBe("new");
  });

  it("is refused without closing it while leads are in it", async () => {
    await firm.putLead({ stage: "new" });
    expect(await patch(without("new"))).toMatchObject({ status: 422, waits: 0 });
  });

  it("opens by itself when the function ends in between", async () => {
    fakeDate(Date.now());
    const ended = Object.assign(new Error("ended"), { name: "AbortError" });
    expect((await patch(without("new"), () => Promise.reject(ended))).status).toBe(503);
    expect(await stageOfNewLead()).toBe("contacted");
    advanceDate(29_000);
    expect(await stageOfNewLead()).toBe("contacted");
    advanceDate(2_000);
    expect(await stageOfNewLead()).toBe("new");
    expect(await stageKeys()).toEqual(ALL);
  });

  it("makes creates wait, not fail for good, when every open stage is replaced", async () => {
    const removal = await patch({ stages: stages("intake") }, async () => {
      const { create } = await freshInstance();
      expect(await create()).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
    });
    expect(removal.status).toBe(200);
    expect(await stageOfNewLead()).toBe("intake");
  });
});

describe("a change of the settings while a stage is being removed", () => {
  it("of another field is kept, and costs no second wait", async () => {
    const rename = () => patch({ name: "Other Law" });
    expect(await patch(without("new"), rename)).toMatchObject({ status: 200, waits: 1 });
    const { body } = await firm.send(getFirm);
    expect(body).toMatchObject({ name: "Other Law", stages: [{ key: "contacted" }, {}, {}, {}] });
  });

  it("that adds a stage makes the older list remove it too, once it has been closed", async () => {
    const add = () => patch({ stages: stages(...ALL, "extra") });
    expect(await patch(without("new"), add)).toMatchObject({ status: 200, waits: 2 });
    expect(await stageKeys()).toEqual(ALL.slice(1));
  });

  it("that removes another stage leaves both removals whole", async () => {
    const removal = await patch(without("new"), () => patch(without("new", "contacted")));
    expect(removal.status).toBe(200);
    expect(await stageKeys()).toEqual(["qualified", "retained", "lost", "contacted"].sort(inOrder));
  });

  it("that removes the same stage makes neither wait more than twice", async () => {
    const remove = () => patch(without("new"), () => sleep(100));
    const removals = await Promise.all([remove(), remove(), remove(), remove()]);
    expect(removals.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(Math.max(...removals.map(({ waits }) => waits))).toBeLessThanOrEqual(2);
    expect(await stageKeys()).toEqual(ALL.slice(1));
  });

  it.each([
    ["opens the stage", {}],
    ["closes the stage anew", { new: Date.UTC(2090, 0, 1) }],
  ])("that %s makes the removal wait anew: the stage may have been open in between", async (_, closing) => {
    const interfere = () => changeSetting(table, firm.firmId, "closingStages", closing);
    expect(await patch(without("new"), interfere)).toMatchObject({ status: 200, waits: 2 });
    expect(await stageKeys()).toEqual(ALL.slice(1));
  });
});

it("a lead that comes while the stage is opened again, just before the removal, keeps it", async () => {
  let isOpened = false;
  const spy = interceptStoreCalls(async ({ name, input, send }) => {
    const removes = name === "TransactWrite" && JSON.stringify(input).includes('"stages"');
    if (removes && !isOpened) {
      isOpened = true;
      await changeSetting(table, firm.firmId, "closingStages", {});
      await firm.putLead({ stage: "new" });
    }
    return send();
  });
  const removal = await patch(without("new"));
  spy.mockRestore();
  expect([removal.status, isOpened]).toEqual([422, true]);
  expect(await stageKeys()).toEqual(ALL);
});

const inOrder = (one: string, other: string) => ALL.indexOf(one) - ALL.indexOf(other);
