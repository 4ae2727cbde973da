import { openDeployment } from "../deployment.ts";
import { type OperatorOptions, operatorCommand } from "../operator-command.ts";
import { printRows } from "../output.ts";
import type { LetterEntry } from "./dead-letter.ts";
import { findHop, hopArgument } from "./hops.ts";
import { letterRows, type ReadLetter, type Selection, selectLetters, withIds } from "./selection.ts";

type Options = OperatorOptions & Pick<Selection, "id">;

type Outcome = {
  readonly result: "replayed" | "failed" | "refused" | "returned";
  readonly note: string | null;
};

const MALFORMED: Outcome = { result: "refused", note: "it is malformed: drop it" };
const RETURNED: Outcome = { result: "returned", note: "it came back: its cause is not removed" };

/** Replays each letter and deletes it only then: ending between the two means that it is replayed once more. */
const replay = async (name: string, options: Options) => {
  const deployment = await openDeployment(options);
  const rows: ReturnType<typeof resultRows> = [];
  const replayed = new Set<string>();
  try {
    for await (const letter of selectLetters(deployment, findHop(name), options)) {
      const outcome = await replayLetter(letter, replayed);
      rows.push(...resultRows(letter, outcome));
    }
  } finally {
    printRows(rows, options);
  }
  const left = new Set(rows.filter(({ result }) => result !== "replayed").map(({ id }) => id));
  if (left.size > 0) throw new Error(`not replayed, and kept: ${[...left].join(" ")}`);
};

const replayLetter = async ({ letter, contents }: ReadLetter, replayed: Set<string>): Promise<Outcome> => {
  if (contents === null) return MALFORMED;
  const keys = contents.entries.map(keyOf);
  if (keys.every((key) => replayed.has(key))) return RETURNED;
  const outcome = await contents.replay();
  if (outcome.result === "replayed") {
    await letter.delete();
    for (const key of keys) replayed.add(key);
  }
  return outcome;
};

const keyOf = ({ firmId, subjectId, webhookId = "" }: LetterEntry) => `${firmId} ${subjectId} ${webhookId}`;

const resultRows = (letter: ReadLetter, { result, note }: Outcome) =>
  letterRows(letter).map(({ hop, id, firm_id, event_type, subject_id }) => ({
    hop,
    id,
    firm_id,
    event_type,
    subject_id,
    result,
    note,
  }));

export const deadLetterReplayCommand = () =>
  withIds(
    operatorCommand({
      usage: "replay",
      description: "do again what failed, and delete what succeeds",
      examples: ["<hop> --id <id>"],
    }),
  )
    .addArgument(hopArgument("<hop>"))
    .action(replay);
