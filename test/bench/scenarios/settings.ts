import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { newKey } from "../../../shared/api/keys/new-key.ts";
import { keyItems } from "../../../shared/keys/key-writes.store.ts";
import { memberToItem } from "../../../shared/members/member.store.ts";
import { addMember, newMember } from "../../support/firms.ts";
import { newWorld, type Scenario, scenariosOf, storeItems, type World } from "../world.ts";

const MANY_MEMBERS = 500;

export const settingsScenarios = async (world: World): Promise<Scenario[]> => {
  const params = { id: (await addMember(world.table, world.firmId)).id };
  const crowded = await newWorld(world.table);
  await storeItems(world.table, MANY_MEMBERS, () => memberToItem(crowded.firmId, newMember()));
  const newKeyParams = async () => ({ params: { id: await storeKey(world) } });
  return [
    ...scenariosOf(world, [
      ["get-me", "", 0, () => ({})],
      ["get-firm", "", 1, () => ({})],
      ["update-firm", "name", 2, () => ({ body: { name: randomUUID() } })],
      ["list-members", "", 1, () => ({})],
      ["get-member", "", 1, () => ({ params })],
      ["create-member", "", 2, () => ({ body: { name: newMember().name, role: "attorney" } })],
      ["update-member", "a field", 2, () => ({ params, body: { role: randomUUID() } })],
      ["list-attorneys", "", 1, () => ({})],
      ["list-keys", "", 2, () => ({})],
      ["create-key", "", 2, () => ({ body: { name: "Integration", scopes: ["leads:read"] } })],
      ["update-key", "name", 3, async () => ({ ...(await newKeyParams()), body: { name: randomUUID() } })],
      ["delete-key", "", 3, newKeyParams],
    ]),
    ...scenariosOf(crowded, [
      ["update-firm", `holidays, with ${MANY_MEMBERS} members`, 12, nextHoliday, { inParallel: true }],
    ]),
  ];
};

let day = Date.UTC(2030, 0, 1);

const nextHoliday = () => {
  day += 86_400_000;
  const date = new Date(day).toISOString().slice(0, 10);
  return { body: { holidays: [{ start_date: date, end_date: date, name: "Holiday" }] } };
};

/** Stores a key with few scopes directly in the table and returns its id. */
const storeKey = async ({ table, firmId }: World): Promise<string> => {
  const { secret, key } = newKey(
    firmId,
    { kind: "api", name: "Spare", scopes: ["leads:read"], requestsPerMinute: 60 },
    Date.now(),
  );
  const puts = keyItems(firmId, secret, key).map((Item) => new PutCommand({ TableName: table.name, Item }));
  await Promise.all(puts.map((put) => table.client.send(put)));
  return key.id;
};
