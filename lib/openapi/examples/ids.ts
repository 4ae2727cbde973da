import {
  CONSULTATION_ID,
  EVENT_ID,
  HOLD_ID,
  KEY_ID,
  LEAD_ID,
  LINK_ID,
  MEMBER_ID,
  SOURCE_ID,
  WEBHOOK_ID,
} from "./shared-values.ts";

/** The id of each kind of record in the examples, by the name of the field or variable that holds it. */
const IDS: Readonly<Record<string, string>> = {
  lead_id: LEAD_ID,
  consultation_id: CONSULTATION_ID,
  hold_id: HOLD_ID,
  link_id: LINK_ID,
  attorney_id: MEMBER_ID,
  member_id: MEMBER_ID,
  source_id: SOURCE_ID,
  key_id: KEY_ID,
  event_id: EVENT_ID,
  webhook_id: WEBHOOK_ID,
  inbound_delivery_id: EVENT_ID,
  webhook_delivery_id: EVENT_ID,
};

type PathId = { readonly name: string; readonly variable: string; readonly noun: string };

/** The ids in a path. `"/api/sources/{id}/deliveries/{deliveryId}"` has those of a source and an inbound delivery. */
export const pathIds = (path: string): PathId[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => {
    const [, segment = ""] = /^\/api\/(\w+)s\//.exec(path) ?? [];
    const delivery = segment === "webhook" ? "webhook delivery" : "inbound delivery";
    const noun = { id: segment, linkId: "link" }[name] ?? delivery;
    return { name, noun, variable: `${noun.replace(" ", "_")}_id` };
  });

/** A path with the ids of the examples. */
export const withExampleIds = (path: string) =>
  pathIds(path).reduce(
    (address, { name, variable }) => address.replace(`{${name}}`, IDS[variable] ?? ""),
    path,
  );

/** The ids of the examples in a path, by their names. */
export const exampleIds = (path: string) =>
  Object.fromEntries(pathIds(path).map(({ name, variable }) => [name, IDS[variable]]));

/** As clients such as Postman write a variable. Each firm has ids of its own. */
export const variableReference = (name: string) => `{{${name}}}`;
