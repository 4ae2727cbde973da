import { isDeepStrictEqual } from "node:util";
import { consultationFields } from "../../../shared/consultations/consultation-fields.contract.ts";
import { EVENT_EXAMPLES } from "./examples/event-examples.ts";
import { LEAD } from "./examples/shared-values.ts";
import { literal } from "./literal.ts";

const RECORDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  LEAD,
  CONSULTATION: consultationFields.example(),
};

/** Returns the source of `shared/webhooks/event-examples.ts`, for the one function that sends examples. */
export const eventExamplesSource =
  (): string => `// Written by "npm run openapi" from the document's examples; do not edit.

import type { EventResource } from "../events/event.contract.ts";
import type { EventType } from "../events/event-types.contract.ts";

type Example = Omit<EventResource, "id" | "type" | "created_at">;

${Object.entries(RECORDS)
  .map(([name, record]) => `const ${name} = ${literal(record, "javascript")};\n`)
  .join("\n")}
/** An example of each type of event, with the ids of the API document. */
export const EVENT_EXAMPLES: Readonly<Record<EventType, Example>> = {
${Object.entries(EVENT_EXAMPLES)
  .map(([type, { id: _id, type: _type, created_at: _createdAt, ...example }]) => {
    const fields = Object.entries(example).map(([name, value]) =>
      name === "data"
        ? `data: ${dataSource(type, example.data)}`
        : `${name}: ${literal(value, "javascript", 2)}`,
    );
    return `  "${type}": {${fields.map((field) => `\n    ${field},`).join("")}\n  },\n`;
  })
  .join("")}};
`;

/** Returns the record of an event, as the differences from the example of its kind. */
const dataSource = (type: string, data: Readonly<Record<string, unknown>>) => {
  const name = type.startsWith("lead.") ? "LEAD" : "CONSULTATION";
  const changed = Object.entries(data).filter(
    ([field, value]) => !isDeepStrictEqual(value, RECORDS[name]?.[field]),
  );
  const fields = changed.map(([field, value]) => `, ${field}: ${literal(value, "javascript", 2)}`);
  return `{ ...${name}${fields.join("")} }`;
};
