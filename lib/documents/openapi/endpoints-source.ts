import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path/posix";

const SHARED = join(import.meta.dirname, "../../../shared");

/** The contracts in the document's order. */
const ORDER = [
  "leads/lead",
  "leads/leads-by-contact",
  "conflicts/conflict-entry",
  "activities/activity",
  "conflicts/conflict-check",
  "lead-merge/lead-merge",
  "links/link",
  "consultations/consultation",
  "consultations/calendar-file",
  "consultations/consultation-actions",
  "scheduling/hold",
  "members/attorney",
  "scheduling/availability",
  "consultations/calendar",
  "links/by-link",
  "settings/firm",
  "members/member",
  "sources/source",
  "sources/source-preview",
  "sources/inbound-delivery",
  "keys/me",
  "keys/api-key",
  "events/event",
  "webhooks/webhook",
  "webhooks/webhook-delivery",
  "calendars/busy-calendar",
  "calendars/calendar-link",
  "calendars/feed",
  "people/session",
  "people/sign-in-link",
].map((contract) => `${contract}.contract.ts`);

/** Returns the source of `shared/endpoints.ts`: the rows of all contracts, in the order of each file. */
export const endpointsSource = (): string => {
  const contracts = contractFiles().map((file) => ({ file, name: namespaceOf(file), rows: rowsOf(file) }));
  const lines = (line: (contract: string, row: Row) => string) =>
    contracts.flatMap(({ name, rows }) => rows.map((row) => `  ${line(name, row)},\n`)).join("");
  return `// Written by "npm run openapi" from the contracts; do not edit.

import type { EndpointDefinition } from "./api/endpoint-definition.ts";
import type { EndpointDescription } from "./api/endpoint-description.ts";
${contracts.map(({ file, name }) => `import * as ${name} from "./${file}";\n`).join("")}
const endpoints = [
${lines((contract, { prefix }) => `${contract}.${prefix}Endpoint`)}] as const satisfies readonly EndpointDefinition[];

/** The contract of one endpoint, with its own types. */
export type Endpoint = (typeof endpoints)[number];

/** Every endpoint of the API: the stack creates a route and a function for each. */
export const ENDPOINTS: readonly EndpointDefinition[] = endpoints;

/** The descriptions of all endpoints, for people and the client. No function uses this list, so no bundle has them. */
export const DESCRIPTIONS: Readonly<Record<Endpoint["name"], EndpointDescription>> = {
${lines((contract, { name, prefix }) => `"${name}": ${contract}.${prefix}Description`)}};
`;
};

const contractFiles = (): string[] => {
  const files = readdirSync(SHARED, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".contract.ts") && rowsOf(file).length > 0,
  );
  const [unplaced] = files.filter((file) => !ORDER.includes(file));
  if (unplaced)
    throw new Error(`Give ${unplaced} its place in ORDER of lib/documents/openapi/endpoints-source.ts.`);
  return ORDER;
};

type Row = { readonly name: string; readonly prefix: string };

const ROW = /^export const (\w+)Endpoint = defineEndpoint\(\{\s+name: "([\w-]+)"/gm;

const rowsOf = (file: string): Row[] =>
  Array.from(readFileSync(join(SHARED, file), "utf8").matchAll(ROW), ([, prefix = "", name = ""]) => ({
    name,
    prefix,
  }));

/** Returns `lead` for `leads/lead.contract.ts`. */
const namespaceOf = (file: string) =>
  basename(file, ".contract.ts").replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
