import { API_VERSIONS } from "../contract/api-version.ts";
import { invalidRequest } from "../contract/app-error.ts";
import type { HttpMiddleware } from "./http-context.ts";

/** `Intake-Version` selects the API version; without it, the key's own version applies. */
export const selectApiVersion = (): HttpMiddleware => ({
  before: ({ event, context }) => {
    const header = event.headers["intake-version"];
    // Inbound deliveries have no versions: a wrong header must not prevent one from being stored.
    if (header === undefined || context.key?.kind === "ingestion") return;
    const apiVersion = API_VERSIONS.find((version) => version === header.trim());
    if (apiVersion === undefined) {
      throw invalidRequest([
        { field: "Intake-Version", message: `must be one of: ${API_VERSIONS.join(", ")}` },
      ]);
    }
    context.apiVersion = apiVersion;
  },
});
