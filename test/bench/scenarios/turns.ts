import { randomUUID } from "node:crypto";
import type { Table } from "../../../shared/table/table.ts";
import { addKey, addMember } from "../../support/firms.ts";
import { newRule } from "../../support/routing.ts";
import { changeSetting } from "../../support/settings.ts";
import { newWorld, type Scenario, scenariosOf } from "../world.ts";
import { storeSource } from "./sources.ts";

const ADA = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "website" };

/** Returns creations of leads that take a turn, of a rule with five members and a deadline in office hours. */
export const turnScenarios = async (table: Table): Promise<Scenario[]> => {
  const world = await newWorld(table);
  const { firmId, attorney } = world;
  const others = await Promise.all(Array.from({ length: 4 }, () => addMember(table, firmId)));
  const members = [attorney, ...others].map(({ id }) => ({ id, weight: 1 }));
  const rule = newRule({ members, respondWithinMinutes: 15, clock: "office_hours" });
  await changeSetting(table, firmId, "routing", [rule]);
  const { id: sourceId } = await storeSource(world);
  const key = () => addKey(table, firmId, { kind: "ingestion", scopes: [], sourceId });
  const withNewKey = () => ({ headers: { "idempotency-key": randomUUID() }, body: ADA });
  const withNewId = () => ({ body: { ...ADA, externalId: randomUUID() } });
  // One reads the members and looks for an earlier request, one takes the turn, one writes.
  return scenariosOf(world, [
    ["create-lead", "with a turn", 3, () => ({ body: ADA })],
    ["create-lead", "with a turn and an Idempotency-Key", 3, withNewKey],
    ["create-lead", "a delivery with a turn", 3, withNewId, { key }],
  ]);
};
