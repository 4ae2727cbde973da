import { describedEndpoint, withIds } from "../../../lib/documents/openapi/examples/described-endpoints.ts";
import { ENDPOINTS } from "../../../shared/endpoints.ts";
import { type Scenario, scenariosOf, storeLead, type World } from "../world.ts";

/** The id of a new record of the noun in a path, or of one that requests may share. */
const ID_OF: Readonly<Record<string, (world: World) => Promise<string> | string>> = {
  leads: async (world) => (await storeLead(world)).id,
  attorneys: ({ attorney }) => attorney.id,
  members: ({ attorney }) => attorney.id,
};

/** Requests of the endpoints without a scenario of their own, as far as they need no other record: a read, and a commit. */
export const usualScenarios = async (world: World, others: readonly Scenario[]): Promise<Scenario[]> => {
  const ids = {
    lead: (await storeLead(world)).id,
    otherLead: (await storeLead(world)).id,
    attorney: world.attorney.id,
  };
  return ENDPOINTS.filter(({ name }) => !others.some(({ endpoint }) => endpoint === name)).flatMap(
    ({ name, method, path }) => {
      const [, , noun = ""] = path.split("/");
      const newId = ID_OF[noun];
      if (path.includes("{") && newId === undefined) return [];
      const { body } = describedEndpoint(name);
      const call = async () => ({
        ...(path.includes("{id}") && newId && { params: { id: await newId(world) } }),
        ...(body && { body: withIds(body, ids) }),
      });
      return scenariosOf(world, [[name, "", method === "GET" ? 1 : 2, call]]);
    },
  );
};
