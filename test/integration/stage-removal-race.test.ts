import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, jest } from "@jest/globals";
import { handler as getFirm } from "../../functions/firm/get-firm.ts";
import { handler as updateFirm } from "../../functions/firm/update-firm.ts";
import { readLeads } from "../support/ingestion.ts";
import { ADA } from "../support/leads.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

/** An instance of create-lead that has the firm's settings in its cache. */
const warmInstance = async () => {
  jest.resetModules();
  const { handler: createLead } = await import("../../functions/leads/create-lead.ts");
  const { handler: listLeads } = await import("../../functions/leads/list-leads.ts");
  await firm.send(listLeads);
  return () => firm.send(createLead, { body: ADA });
};

const removeFirstStage = async () => {
  const { body } = await firm.send(getFirm);
  return firm.send(updateFirm, { body: { stages: body.stages.slice(1) } });
};

/** Creates leads one after the other, as many as the time allows; returns the stages that they came to. */
const createRepeatedly = async (create: Awaited<ReturnType<typeof warmInstance>>, milliseconds: number) => {
  const end = performance.now() + milliseconds;
  const created = new Set<string>();
  while (performance.now() < end) {
    const { status, body } = await create();
    expect([status, body.error]).toEqual([201, undefined]);
    created.add(body.status.key);
    await sleep(20);
  }
  return [...created];
};

const expectConfiguredStages = async () => {
  const { body } = await firm.send(getFirm);
  const configured = body.stages.map(({ key }: { key: string }) => key);
  const leads = await readLeads(table, firm.firmId);
  expect(leads.filter(({ stage }) => !configured.includes(stage))).toEqual([]);
};

describe("while a stage is removed, instances with cached settings create leads", () => {
  it("in that stage: it stays, and so do they", async () => {
    const instances = await Promise.all([warmInstance(), warmInstance()]);
    const removal = removeFirstStage();
    await sleep(500);
    const stages = await Promise.all(instances.map((create) => createRepeatedly(create, 6_000)));
    expect(stages.every((keys) => keys.includes("new"))).toBe(true);
    expect(await removal).toMatchObject({ status: 422, body: { error: { code: "invalid_request" } } });
    await expectConfiguredStages();
  });

  it("in other stages once their caches have expired: it is gone within seconds", async () => {
    const create = await warmInstance();
    const startedAt = performance.now();
    const removal = removeFirstStage();
    await sleep(4_200);
    expect(await createRepeatedly(create, 2_000)).toEqual(["contacted"]);
    expect((await removal).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    await expectConfiguredStages();
  });
});
