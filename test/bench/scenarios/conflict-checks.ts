import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { conflictKeyPartition } from "../../../shared/table/record-keys.ts";
import type { Table } from "../../../shared/table/table.ts";
import { setGate } from "../../support/conflict-gate.ts";
import { addKey } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { newWorld, type Scenario, scenariosOf, storeItems, storeLead, type World } from "../world.ts";

const PARTIES = [
  { role: "adverse", name: "Acme Inc.", aliases: ["Acme East"], email: "office@acme.example", phone: "" },
  { role: "related", name: "Daniel Doe", aliases: [], email: "", phone: "" },
] as const;

/** Returns a check of a lead with two parties, of whom one is an entry, and what follows a check. */
export const conflictCheckScenarios = async (table: Table): Promise<Scenario[]> => {
  // imported late, because a function reads its environment when it is loaded
  const { handler: check } = await import("../../../functions/conflicts/create-conflict-check.ts");
  const world = await gatedWorld(table);
  const key = await addKey(table, world.firmId, { scopes: ["conflicts:write"] });
  const checked = async () => {
    const params = await newLead(world);
    const { body } = await call(check, { key, params });
    return { ...params, checkId: String(body.id) };
  };
  const atOnce = { inParallel: true } as const;
  const decision = { decision: "cleared", member_id: world.attorney.id, reason: "Known" };
  return scenariosOf(world, [
    ["decide-conflict-check", "", 2, async () => ({ params: await checked(), body: decision }), atOnce],
    ["list-conflict-checks", "", 2, async () => ({ params: { id: (await checked()).id } }), atOnce],
  ]);
};

/** Returns checks among many leads and entries, which cost the same. */
export const manyConflictsScenarios = async (table: Table): Promise<Scenario[]> => [
  ...(await checkAmong(table, 1_000)),
  ...(await checkAmong(table, 100_000)),
];

const checkAmong = async (table: Table, count: number) => {
  const world = await gatedWorld(table);
  await storeItems(table, count, (index) => keyItem(world, `PERSON ${index}`, `CLIENT#LEAD#${id()}`));
  await storeItems(table, count, (index) => keyItem(world, `COMPANY ${index}`, `ADVERSE#ENTRY#c-${index}`));
  const label = `among ${count.toLocaleString("en")} leads and as many entries`;
  // The lead, its keys, the records that have them, the write.
  return scenariosOf(world, [
    ["create-conflict-check", label, 4, async () => ({ params: await newLead(world) }), { inParallel: true }],
  ]);
};

const id = () => newRecordId(Date.now());

/** A key that the stream has brought in. The record that it names is read only where the name is searched. */
const keyItem = ({ firmId }: World, name: string, sk: string) => ({
  pk: conflictKeyPartition(firmId, "name", name),
  sk,
});

const newLead = async (world: World) => ({ id: (await storeLead(world, { parties: PARTIES })).id });

/** Returns a firm with a gate, whose register has the adverse party of every lead that is checked. */
const gatedWorld = async (table: Table): Promise<World> => {
  const { handler: put } = await import("../../../functions/conflicts/put-conflict-entry.ts");
  const world = await newWorld(table);
  await setGate(table, world.firmId);
  const key = await addKey(table, world.firmId, { scopes: ["conflicts:write"] });
  await call(put, { key, params: { key: "acme" }, body: { name: "Acme Inc.", role: "client" } });
  await storeItems(table, 1, () => keyItem(world, "ACME", "CLIENT#ENTRY#acme"));
  return world;
};
