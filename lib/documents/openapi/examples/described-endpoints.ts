import type { EndpointDescription } from "../../../../shared/api/endpoint-description.ts";
import { DESCRIPTIONS } from "../../../../shared/endpoints.ts";
import { IDS } from "./shared-values.ts";

const BY_NAME = new Map<string, EndpointDescription>(Object.entries(DESCRIPTIONS));

/** Returns the description that stands beside an endpoint's row, by the endpoint's name. */
export const describedEndpoint = (endpoint: string): EndpointDescription =>
  BY_NAME.get(endpoint) ?? { prose: "" };

/** @returns a copy of an example with ids in place of `{lead}` and its like */
export const withIds = <Example>(example: Example, ids: Readonly<Record<string, string>> = IDS): Example =>
  JSON.parse(
    JSON.stringify(example).replace(/\{(\w+)\}/g, (_match, noun: string) => {
      const id = ids[noun];
      if (id === undefined) throw new Error(`No record of the examples is a ${noun}.`);
      return id;
    }),
  );

/** Returns an example of an endpoint's body. */
export const bodyExample = (endpoint: string): object | undefined => {
  const { body } = describedEndpoint(endpoint);
  return body && withIds(body);
};
