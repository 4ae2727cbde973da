import type { Table } from "../../../shared/table/table.ts";
import { setGate } from "../../support/conflict-gate.ts";
import { addKey } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { newWorld, type Scenario, scenariosOf } from "../world.ts";

const ENTRIES = 100;
const ZENITH = { name: "Zenith Ltd.", aliases: ["Zenith East"], email: "z@example.com", role: "adverse" };

/** Returns writes and reads of a register of entries. */
export const conflictEntryScenarios = async (table: Table): Promise<Scenario[]> => {
  const { handler: put } = await import("../../../functions/conflicts/put-conflict-entry.ts");
  const world = await newWorld(table);
  await setGate(table, world.firmId);
  const key = await addKey(table, world.firmId, { scopes: ["conflicts:write"] });
  let serial = 0;
  const newKey = () => `c-${serial++}`;
  const ofNew = () => ({ params: { key: newKey() }, body: ZENITH });
  const stored = async () => {
    const { params, body } = ofNew();
    await call(put, { key, params, body });
    return { params };
  };
  const newBatch = () => ({
    body: { entries: Array.from({ length: ENTRIES }, () => ({ key: newKey(), ...ZENITH })) },
  });
  return scenariosOf(world, [
    ["put-conflict-entry", "a new one", 2, ofNew, { status: 201 }],
    ["put-conflict-entry", "unchanged", 1, async () => ({ ...(await stored()), body: ZENITH })],
    ["get-conflict-entry", "", 1, stored],
    ["delete-conflict-entry", "", 2, stored],
    ["put-conflict-entries", "100 new ones", 2, newBatch],
    ["list-conflict-entries", "", 1, () => ({})],
  ]);
};
