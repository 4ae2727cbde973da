import { EVENT_EXAMPLES } from "./examples/event-examples.ts";
import { literal } from "./literal.ts";

/** Returns the source of `shared/webhooks/event-examples.ts`, for the one function that sends examples. */
export const eventExamplesSource = (): string => {
  const examples = Object.entries(EVENT_EXAMPLES).map(
    ([type, { id: _id, type: _type, created_at: _createdAt, ...example }]) => [type, example],
  );
  return `// Written by "npm run openapi" from the document's examples; do not edit.

import type { EventResource } from "../events/event.contract.ts";
import type { EventType } from "../events/event-types.contract.ts";

type Example = Omit<EventResource, "id" | "type" | "created_at">;

/** An example of each type of event, with the ids of the API document. */
export const EVENT_EXAMPLES: Readonly<Record<EventType, Example>> = ${literal(Object.fromEntries(examples), "javascript")};
`;
};
