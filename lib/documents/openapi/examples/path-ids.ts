import { IDS } from "./shared-values.ts";

/** A request that ends a record has one of its own, so that all requests in the document's order find theirs. */
const OTHER_IDS: Readonly<Record<string, string>> = {
  "mark-no-show": IDS.otherConsultation,
  "delete-webhook": IDS.otherWebhook,
};

const IDS_BY_NOUN = new Map(Object.entries(IDS));

type Route = { readonly name: string; readonly path: string };

/** The ids in a path. `"/api/sources/{id}/deliveries/{deliveryId}"` has those of a source and a delivery. */
export const pathIds = ({ name: endpoint, path }: Route) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => {
    const [, segment = ""] = /^\/api\/(\w+)s\//.exec(path) ?? [];
    const noun = { id: segment, linkId: "link" }[name] ?? "delivery";
    return { name, noun, example: OTHER_IDS[endpoint] ?? IDS_BY_NOUN.get(noun) ?? "" };
  });

/** A path with the ids of the examples. */
export const withExampleIds = (route: Route) =>
  pathIds(route).reduce((address, { name, example }) => address.replace(`{${name}}`, example), route.path);
