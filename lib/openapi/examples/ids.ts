import {
  CONSULTATION_ID,
  EVENT_ID,
  HOLD_ID,
  KEY_ID,
  LEAD_ID,
  LINK_ID,
  MEMBER_ID,
  OTHER_CONSULTATION_ID,
  OTHER_WEBHOOK_ID,
  SOURCE_ID,
  WEBHOOK_ID,
} from "./shared-values.ts";

/** The id of each kind of record in the examples. */
const IDS: Readonly<Record<string, string>> = {
  lead: LEAD_ID,
  consultation: CONSULTATION_ID,
  hold: HOLD_ID,
  link: LINK_ID,
  attorney: MEMBER_ID,
  member: MEMBER_ID,
  source: SOURCE_ID,
  key: KEY_ID,
  event: EVENT_ID,
  webhook: WEBHOOK_ID,
  delivery: EVENT_ID,
};

/** Of what ends a record that other examples have: requests in the document's order all find theirs. */
const OTHER_IDS: Readonly<Record<string, string>> = {
  "mark-no-show": OTHER_CONSULTATION_ID,
  "delete-webhook": OTHER_WEBHOOK_ID,
};

type Route = { readonly name: string; readonly path: string };

/** The ids in a path. `"/api/sources/{id}/deliveries/{deliveryId}"` has those of a source and a delivery. */
export const pathIds = ({ name: endpoint, path }: Route) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => {
    const [, segment = ""] = /^\/api\/(\w+)s\//.exec(path) ?? [];
    const noun = { id: segment, linkId: "link" }[name] ?? "delivery";
    return { name, noun, example: OTHER_IDS[endpoint] ?? IDS[noun] ?? "" };
  });

/** A path with the ids of the examples. */
export const withExampleIds = (route: Route) =>
  pathIds(route).reduce((address, { name, example }) => address.replace(`{${name}}`, example), route.path);
