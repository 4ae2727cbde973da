import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { newKey } from "../../../shared/api/keys/new-key.ts";
import { keyItems } from "../../../shared/keys/key-writes.store.ts";
import { memberToItem } from "../../../shared/members/member.store.ts";
import { addMember, newMember } from "../../support/firms.ts";
import { newWorld, type Scenario, storeItems, type World } from "../world.ts";

const MANY_MEMBERS = 500;

const holidaysOfMany = async (table: World["table"]): Promise<Scenario> => {
  const world = await newWorld(table);
  await storeItems(table, MANY_MEMBERS, () => memberToItem(world.firmId, newMember()));
  let day = Date.UTC(2030, 0, 1);
  return {
    world,
    endpoint: "update-firm",
    label: `holidays, with ${MANY_MEMBERS} members`,
    status: 200,
    inParallel: true,
    maxRoundTrips: 12,
    call: () => {
      day += 86_400_000;
      const date = new Date(day).toISOString().slice(0, 10);
      return { body: { holidays: [{ start_date: date, end_date: date, name: "Holiday" }] } };
    },
  };
};

export const settingsScenarios = async (world: World): Promise<Scenario[]> => {
  const member = await addMember(world.table, world.firmId);
  const memberId = { id: member.id };
  return [
    { world, endpoint: "get-me", label: "", status: 200, maxRoundTrips: 0, call: () => ({}) },
    { world, endpoint: "get-firm", label: "", status: 200, maxRoundTrips: 1, call: () => ({}) },
    {
      world,
      endpoint: "update-firm",
      label: "name",
      status: 200,
      maxRoundTrips: 2,
      call: () => ({ body: { name: randomUUID() } }),
    },
    await holidaysOfMany(world.table),
    { world, endpoint: "list-members", label: "", status: 200, maxRoundTrips: 1, call: () => ({}) },
    {
      world,
      endpoint: "get-member",
      label: "",
      status: 200,
      maxRoundTrips: 1,
      call: () => ({ params: memberId }),
    },
    {
      world,
      endpoint: "create-member",
      label: "",
      status: 201,
      maxRoundTrips: 2,
      call: () => ({ body: { name: newMember().name, role: "attorney" } }),
    },
    {
      world,
      endpoint: "update-member",
      label: "a field",
      status: 200,
      maxRoundTrips: 2,
      call: () => ({ params: memberId, body: { role: randomUUID() } }),
    },
    { world, endpoint: "list-attorneys", label: "", status: 200, maxRoundTrips: 1, call: () => ({}) },
    ...keyScenarios(world),
  ];
};

const keyScenarios = (world: World): Scenario[] => {
  const newKeyParams = async () => ({ params: { id: await storeKey(world) } });
  return [
    { world, endpoint: "list-keys", label: "", status: 200, maxRoundTrips: 2, call: () => ({}) },
    {
      world,
      endpoint: "create-key",
      label: "",
      status: 201,
      maxRoundTrips: 2,
      call: () => ({ body: { name: "Integration", scopes: ["leads:read"] } }),
    },
    {
      world,
      endpoint: "update-key",
      label: "name",
      status: 200,
      maxRoundTrips: 3,
      call: async () => ({ ...(await newKeyParams()), body: { name: randomUUID() } }),
    },
    { world, endpoint: "delete-key", label: "", status: 204, maxRoundTrips: 3, call: newKeyParams },
  ];
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
