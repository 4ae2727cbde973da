import { describedEndpoint, withIds } from "../../../lib/documents/openapi/examples/described-endpoints.ts";
import type { EndpointDefinition } from "../../../shared/api/endpoint-definition.ts";
import { ENDPOINTS } from "../../../shared/endpoints.ts";
import { type Scenario, scenariosOf, storeLead, type World } from "../world.ts";

/** Nouns in paths, each with the record that its id names. */
const RECORD_OF: Readonly<Record<string, "lead" | "attorney">> = {
  leads: "lead",
  attorneys: "attorney",
  members: "attorney",
};

/**
 * Returns scenarios of the endpoints that have none, here or among those named, if leads and an attorney suffice. One
 * round trip reads, and one writes.
 */
export const usualScenarios = (
  world: World,
  others: readonly Scenario[],
  named: readonly string[],
): Scenario[] =>
  ENDPOINTS.filter(({ name }) => !named.includes(name) && !others.some(({ endpoint }) => endpoint === name))
    .filter(({ path }) => !path.includes("{") || recordOf(path) !== undefined)
    .flatMap((definition) => {
      const maxRoundTrips = definition.method === "GET" ? 1 : 2;
      return scenariosOf(world, [[definition.name, "", maxRoundTrips, () => newRequest(world, definition)]]);
    });

const recordOf = (path: string) => RECORD_OF[path.split("/")[2] ?? ""];

/** Returns the request of the example, with records that no other request has changed. */
const newRequest = async (world: World, { name, path }: EndpointDefinition) => {
  const [lead, otherLead] = [await storeLead(world), await storeLead(world)];
  const ids = { lead: lead.id, otherLead: otherLead.id, attorney: world.attorney.id };
  const { body } = describedEndpoint(name);
  const record = recordOf(path);
  return {
    ...(path.includes("{id}") && record && { params: { id: ids[record] } }),
    ...(body && { body: withIds(body, ids) }),
  };
};
