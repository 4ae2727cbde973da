import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { EndpointDefinition } from "../../shared/api/endpoint-definition.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import type { call } from "./http-call.ts";

type Handler = Parameters<typeof call>[0];

const FUNCTIONS = join(import.meta.dirname, "../../functions");

const files = readdirSync(FUNCTIONS, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);

/** Returns the endpoint with a name. */
export const definitionOf = (name: string): EndpointDefinition => {
  const definition = ENDPOINTS.find((endpoint) => endpoint.name === name);
  if (definition === undefined) throw new Error(`No endpoint ${name}.`);
  return definition;
};

/** Returns the function of an endpoint, found by its file's name as the bundler finds it. */
export const handlerOf = async ({ name }: EndpointDefinition): Promise<Handler> => {
  const file = files.find((each) => basename(each, ".ts") === name);
  const { handler } = await import(join(FUNCTIONS, file ?? name));
  return handler;
};
