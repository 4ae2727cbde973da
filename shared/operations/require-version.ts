import { versionConflict } from "../contract/app-error.ts";

/** @throws AppError `version_conflict` when a document is not of the one version that may be replaced */
export const requireVersion = (what: string, { version }: { version: number }, expected: number | null) => {
  if (expected !== null && expected !== version) throw versionConflict(what);
};
