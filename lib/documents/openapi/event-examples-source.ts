import { isDeepStrictEqual } from "node:util";
import { EVENT_TYPES, type EventType, eventNoun } from "../../../shared/events/event-types.contract.ts";
import { EVENT_EXAMPLES } from "./examples/event-examples.ts";
import { EVENT_RECORDS } from "./examples/shared-values.ts";
import { literal } from "./literal.ts";

const constantOf = (noun: string) => noun.toUpperCase();

/** Returns the source of `shared/webhooks/event-examples.ts`, for the one function that sends examples. */
export const eventExamplesSource =
  (): string => `// Written by "npm run openapi" from the document's examples; do not edit.

import type { EventResource } from "../events/event.contract.ts";
import type { EventType } from "../events/event-types.contract.ts";

type Example = Omit<EventResource, "id" | "type" | "created_at">;

${Object.entries(EVENT_RECORDS)
  .map(([noun, { example }]) => `const ${constantOf(noun)} = ${literal(example, "javascript")};\n`)
  .join("\n")}
/** An example of each type of event, with the ids of the API document. */
export const EVENT_EXAMPLES: Readonly<Record<EventType, Example>> = {
${EVENT_TYPES.map((type) => {
  const { id: _id, type: _type, created_at: _createdAt, ...example } = EVENT_EXAMPLES[type];
  const fields = Object.entries(example).map(([name, value]) =>
    name === "data"
      ? `data: ${dataSource(type, example.data)}`
      : `${name}: ${literal(value, "javascript", 2)}`,
  );
  return `  "${type}": {${fields.map((field) => `\n    ${field},`).join("")}\n  },\n`;
}).join("")}};
`;

/** Returns the record of an event, as the differences from the example of its kind. */
const dataSource = (type: EventType, data: Readonly<Record<string, unknown>>) => {
  const { example } = EVENT_RECORDS[eventNoun(type)];
  const changed = Object.entries(data).filter(([field, value]) => !isDeepStrictEqual(value, example[field]));
  const fields = changed.map(([field, value]) => `, ${field}: ${literal(value, "javascript", 2)}`);
  return `{ ...${constantOf(eventNoun(type))}${fields.join("")} }`;
};
