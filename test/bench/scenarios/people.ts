import { SCOPES } from "../../../shared/api/endpoint-definition.ts";
import type { Table } from "../../../shared/table/table.ts";
import { addKey, addMember } from "../../support/firms.ts";
import { newWorld, type Scenario, scenariosOf, storeLead } from "../world.ts";

/** Returns what it costs to sign in, and a call by a session beside the same by a key. */
export const peopleScenarios = async (table: Table): Promise<Scenario[]> => {
  // Its handlers connect to the table when they are loaded.
  const { cookieOf, fromDesk, newToken, signIn, useToken } = await import("../../support/sessions.ts");
  const world = await newWorld(table);
  const { firmId } = world;
  const manager = await addKey(table, firmId, { scopes: [...SCOPES], requestsPerMinute: 60_000 });
  const newMember = async () => (await addMember(table, firmId, { access: "work" })).id;
  const lead = await storeLead(world);

  const newSession = async () => {
    const id = await newMember();
    return { id, cookie: await signIn(manager, id) };
  };
  const bySession = { key: async () => "" };
  const { cookie } = await newSession();
  const tokenOfFull = async () => {
    const id = await newMember();
    for (let n = 0; n < 10; n++) await signIn(manager, id);
    return newToken(manager, id);
  };
  const ofSession = async () => {
    const { id, cookie: own } = await newSession();
    const { body } = await useToken(await newToken(manager, id), { cookies: [own] });
    return { params: { id, sessionId: body.key.id } };
  };
  const toSignOut = async () =>
    fromDesk(cookieOf(await useToken(await newToken(manager, await newMember()))));
  const changing = async () => {
    const { id } = await newSession();
    return { params: { id }, body: { access: "read" } };
  };
  return scenariosOf(world, [
    ["create-sign-in-link", "", 2, async () => ({ params: { id: await newMember() } })],
    [
      "create-session",
      "",
      2,
      () => ({ body: {} }),
      { key: async () => newToken(manager, await newMember()), inParallel: true },
    ],
    ["create-session", "the eleventh", 3, () => ({ body: {} }), { key: tokenOfFull, inParallel: true }],
    ["get-me", "by a session", 1, () => fromDesk(cookie), bySession],
    ["get-lead", "by a session", 1, () => ({ ...fromDesk(cookie), params: { id: lead.id } }), bySession],
    ["list-sessions", "", 2, async () => ({ params: { id: (await newSession()).id } }), { inParallel: true }],
    ["end-session", "", 2, ofSession],
    ["delete-session", "", 3, toSignOut, bySession],
    ["update-member", "that ends sessions", 3, changing],
  ]);
};
