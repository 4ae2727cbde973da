import type { HttpEvent, HttpMiddleware } from "./http-context.ts";
import type { Violation } from "./schema/violations.ts";

/** Supported values of `Intake-Version`, oldest first. A new API key is pinned to the latest. */
export const API_VERSIONS = ["2026-11-01"] as const;

export const LATEST_API_VERSION = "2026-11-01" satisfies (typeof API_VERSIONS)[number];

const requestedVersion = ({ headers }: HttpEvent) => headers["intake-version"]?.trim();

const isKnown = (version: string) => API_VERSIONS.some((known) => known === version);

/** Validated together with body and query, once the record is known to exist. */
export const apiVersionViolations = (event: HttpEvent): Violation[] => {
  const version = requestedVersion(event);
  return version === undefined || isKnown(version)
    ? []
    : [{ field: "Intake-Version", message: `must be one of: ${API_VERSIONS.join(", ")}` }];
};

/** `Intake-Version` selects the API version; without it, and for inbound deliveries, the key's own version applies. */
export const selectApiVersion = (): HttpMiddleware => ({
  before: ({ event, context }) => {
    const version = requestedVersion(event);
    if (version !== undefined && isKnown(version) && context.keyIdentity?.kind !== "ingestion") {
      context.apiVersion = version;
    }
  },
});
