import { API_VERSIONS } from "../contract/api-version.ts";
import { invalidRequest } from "../contract/app-error.ts";
import type { HttpMiddleware } from "./http-context.ts";

/** `Intake-Version` selects the API version; without it the one pinned on the key is in force. */
export const selectApiVersion = (): HttpMiddleware => ({
  before: ({ event, context }) => {
    const wanted = event.headers["intake-version"];
    // A source's deliveries have one form; no header may keep one from being kept.
    if (wanted === undefined || context.key?.kind === "ingestion") return;
    const known = API_VERSIONS.find((version) => version === wanted.trim());
    if (known === undefined) {
      throw invalidRequest([
        { field: "Intake-Version", message: `must be one of: ${API_VERSIONS.join(", ")}` },
      ]);
    }
    context.apiVersion = known;
  },
});
