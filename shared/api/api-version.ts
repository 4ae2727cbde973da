/** Supported values of `Intake-Version`, oldest first. A new API key is pinned to the latest. */
export const API_VERSIONS = ["2026-11-01"] as const;

export const LATEST_API_VERSION = "2026-11-01" satisfies (typeof API_VERSIONS)[number];
