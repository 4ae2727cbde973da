import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
const REDOCLY = join(ROOT, "node_modules/@redocly/cli/bin/cli.js");

type Report = {
  readonly changes: readonly { readonly path: string; readonly verdicts: readonly Verdict[] }[];
};
type Verdict = { readonly ruleId: string; readonly message: string };

/**
 * Returns the changes of an OpenAPI document that break callers of an earlier one, by the rules of `redocly.yaml`. Each
 * is a line with the place as a JSON pointer. Takes the files of both documents.
 */
export const breakingChanges = (before: string, after: string): string[] => {
  const options = ["--format", "json", "--fail-on", "none", "--config", join(ROOT, "redocly.yaml")];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [REDOCLY, "diff", before, after, ...options],
    {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  if (status !== 0) throw new Error(`redocly diff failed: ${stderr}`);
  const { changes }: Report = JSON.parse(stdout);
  return changes.flatMap(({ path, verdicts }) =>
    verdicts
      .filter(({ ruleId }) => !(ruleId === "enum-values-added" && OPEN_WORDS.test(path)))
      .filter(() => !SESSIONS_ALONE.test(path))
      .map(({ message }) => `${path}: ${message}`),
  );
};

/** Enumerations that may grow within a version (docs/api.md): error codes, scopes, types of events and of actors. */
const OPEN_WORDS = /\/error\/properties\/code$|\/events\/items$|\/actor\/properties\/type$|\/scopes\/items$/;

/** A name that only a session lacks: callers with an API key do not see this difference. */
const SESSIONS_ALONE = /~1api~1me\/get\/.*\/key\/properties\/name$/;
