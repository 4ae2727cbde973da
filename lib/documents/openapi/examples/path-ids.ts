import { describedEndpoint, withIds } from "./described-endpoints.ts";
import { IDS } from "./shared-values.ts";

const IDS_BY_NOUN = new Map(Object.entries(IDS));

type Route = { readonly name: string; readonly path: string };

/** Returns the ids in a path. `"/api/sources/{id}/deliveries/{deliveryId}"` has those of a source and a delivery. */
export const pathIds = ({ name: endpoint, path }: Route) => {
  const { path: own = {} } = describedEndpoint(endpoint);
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => {
    const [, segment = ""] = /^\/api\/(\w+)s\//.exec(path) ?? [];
    const noun = { id: segment, linkId: "link", feedId: "feed", sessionId: "session" }[name] ?? "delivery";
    return { name, noun, example: withIds(own[name] ?? IDS_BY_NOUN.get(noun) ?? "") };
  });
};

/** Returns a path with the ids of the examples. */
export const withExampleIds = (route: Route) =>
  pathIds(route).reduce((address, { name, example }) => address.replace(`{${name}}`, example), route.path);
