import { withTable } from "../scale/markdown.ts";
import { type ApiOperation, apiOperations } from "./api-operations.ts";

const ROWS = {
  repeated: "sent again: a repeat changes nothing more",
  repeatedWithKey:
    'sent again with the `Idempotency-Key` of the call; pass `{ idempotencyKey: "…" }` for one that outlives the program',
  deletion: "sent again; a record that no longer exists counts as deleted",
  finalStatus: "a GET: the consultation when it has that status, otherwise sent again",
  otherChange:
    "a GET: the record when it shows what was sent, otherwise an `IntakeOutcomeUnknownError`, since a repeat could undo another caller's change. With `If-Match` it is first sent again, while the record has that version",
  failed:
    "an `IntakeOutcomeUnknownError`: a repeat would do it twice or undo another caller's change, or the lost answer had a secret",
} as const;

type Entry = readonly [row: keyof typeof ROWS, operation: string];

const entriesOf = ({ id, method, lostAnswer }: ApiOperation): readonly Entry[] => {
  if (method === "GET") return [];
  if (lostAnswer.way === "repeatedWith")
    return [
      ["repeated", `\`${id}\` with \`${lostAnswer.field}\``],
      ["failed", `\`${id}\` without \`${lostAnswer.field}\``],
    ];
  if (lostAnswer.way !== "confirmed") return [[lostAnswer.way, `\`${id}\``]];
  switch (lostAnswer.by) {
    case "cancelOrReschedule":
    case "changeByLink":
      return [
        ["finalStatus", `\`${id}\` that cancels`],
        ["otherChange", `\`${id}\` that does not cancel`],
      ];
    case "completed":
    case "noShow":
      return [["finalStatus", `\`${id}\``]];
    default:
      return [["otherChange", `\`${id}\``]];
  }
};

/** Returns the client's README with the table of what the client does when an answer is lost. */
export const withLostAnswers = (readme: string): string => {
  const entries: readonly Entry[] = [["repeated", "every GET"], ...apiOperations().flatMap(entriesOf)];
  const rows = Object.entries(ROWS).map(([row, does]) => [
    entries.flatMap(([each, operation]) => (each === row ? [operation] : [])).join(", "),
    does,
  ]);
  return withTable(readme, ["operation", "when its answer is lost"], rows);
};
