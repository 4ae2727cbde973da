import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EndpointDefinition } from "../../shared/api/endpoint-definition.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { openApiDocument } from "../openapi/document.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Where the generated client is kept. */
export const GENERATED_CLIENT = join(ROOT, "client/src/generated.ts");

/** Generates the client from the OpenAPI document, as the options in `client/redocly.yaml` say. */
export const generateClient = (file: string) => {
  const directory = mkdtempSync(join(tmpdir(), "intake-client-"));
  const document = join(directory, "openapi.json");
  try {
    writeFileSync(document, JSON.stringify(openApiDocument(ENDPOINTS.map(forApiKeys)), simplified));
    const options = ["--config", join(ROOT, "client/redocly.yaml"), "--output", file];
    execFileSync(join(ROOT, "node_modules/.bin/redocly"), ["generate-client", document, ...options], {
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      stdio: ["ignore", "ignore", "pipe"],
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
};

/** As a caller with an API key sees it: lead sources post bodies of their own and get other responses. */
const forApiKeys = ({
  acceptsIngestionKey: _sources,
  ...definition
}: EndpointDefinition): EndpointDefinition => definition;

/**
 * Leaves out what the generator misreads: properties that must be absent (`not: {}`), which it would let be anything, and
 * conditions on which properties an object has, which it would take for the object itself.
 */
const simplified = (_name: string, schema: unknown) => {
  if (JSON.stringify(Object(schema).not) === "{}") return undefined;
  const { if: condition, then: _then, else: _else, dependentSchemas: _dependent, ...rest } = Object(schema);
  return condition === undefined ? schema : rest;
};
