import { beforeEach, expect, it, jest } from "@jest/globals";
import { handler as getFirm } from "../../functions/settings/get-firm.ts";
import { handler as updateFirm } from "../../functions/settings/update-firm.ts";
import { moveStrayLeads } from "../../shared/firm/move-stray-leads.ts";
import { CACHED_MILLISECONDS } from "../../shared/table/record-cache.ts";
import { advanceDate, fakeDate } from "../support/fake-date.ts";
import { ADA, readLeads } from "../support/leads.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

/** Starts an instance of create-lead that has the firm's settings in its cache. */
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

/** Creates leads one after the other; returns the stages that they came to. */
const createRepeatedly = async (create: Awaited<ReturnType<typeof warmInstance>>) => {
  const created = new Set<string>();
  for (let count = 0; count < 20; count++) {
    const { status, body } = await create();
    expect([status, body.error]).toEqual([201, undefined]);
    created.add(body.status.key);
  }
  return [...created];
};

const expectConfiguredStages = async () => {
  const { body } = await firm.send(getFirm);
  const configured = body.stages.map(({ key }: { key: string }) => key);
  const leads = await readLeads(table, firm.firmId);
  expect(leads.filter(({ stage }) => !configured.includes(stage))).toEqual([]);
};

// The caches expire when a test says so, however long the machine takes.
beforeEach(() => {
  fakeDate(Date.now());
});

it("instances with cached settings go on while a stage is removed, and their leads end up in an existing stage", async () => {
  const instances = await Promise.all([warmInstance(), warmInstance()]);
  const removal = removeFirstStage();
  const stages = await Promise.all(instances.map(createRepeatedly));
  // The removal may have seen one of the leads.
  expect([200, 422]).toContain((await removal).status);
  expect(stages.flat()).toContain("new");
  advanceDate(CACHED_MILLISECONDS);
  await Promise.all(instances.map(createRepeatedly));
  await moveStrayLeads({ table, now: () => Date.now() + 61_000 });
  await expectConfiguredStages();
});

it("an instance uses the next stage once its cache has expired", async () => {
  const create = await warmInstance();
  expect((await removeFirstStage()).status).toBe(200);
  expect(await createRepeatedly(create)).toEqual(["new"]);
  advanceDate(CACHED_MILLISECONDS);
  expect(await createRepeatedly(create)).toEqual(["contacted"]);
  await moveStrayLeads({ table, now: () => Date.now() + 61_000 });
  await expectConfiguredStages();
});
