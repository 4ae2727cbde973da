import { openDeployment } from "../deployment.ts";
import { type ConfirmOptions, type OperatorOptions, operatorCommand } from "../operator-command.ts";
import { printResult } from "../output.ts";
import type { LetterEntry, ReadLetter } from "./dead-letter.ts";
import {
  dropLetters,
  letterRows,
  requireNoneKept,
  type Selection,
  selectLetters,
  withSelection,
} from "./selection.ts";

const list = async (options: OperatorOptions & Selection) => {
  const deployment = await openDeployment(options);
  const rows: ReturnType<typeof letterRows> = [];
  for await (const letter of selectLetters(deployment, options)) rows.push(...letterRows(letter));
  return rows;
};

const drop = async (options: ConfirmOptions & Selection) => {
  const deployment = await openDeployment(options);
  const confirmed = options.isConfirmed(ALL);
  const result = confirmed ? "dropped" : "would be dropped";
  const rows: (ReturnType<typeof letterRows>[number] & { result: string })[] = [];
  const kept: ReadLetter[] = [];
  try {
    for await (const { read, isDropped } of dropLetters(deployment, options, !confirmed)) {
      if (!isDropped) kept.push(read);
      rows.push(...letterRows(read).map((row) => ({ ...row, result: isDropped ? result : "kept" })));
    }
  } finally {
    printResult(rows, options);
  }
  if (confirmed) requireNoneKept(kept);
  return undefined;
};

/** The value of `--confirm`. */
const ALL = "dead-letters";

type Outcome = {
  readonly result: "replayed" | "failed" | "refused" | "returned";
  readonly note: string | null;
};

const REFUSED: Outcome = { result: "refused", note: "it is malformed: drop it" };
const RETURNED: Outcome = { result: "returned", note: "it came back: the cause of its failure still exists" };

/** Replays each letter and then deletes it. After an interruption between the two, the letter is replayed once more. */
const replay = async (options: OperatorOptions & Selection) => {
  const deployment = await openDeployment(options);
  const rows: ReturnType<typeof resultRows> = [];
  const replayed = new Set<string>();
  try {
    for await (const letter of selectLetters(deployment, options)) {
      const outcome = await replayLetter(letter, replayed);
      rows.push(...resultRows(letter, outcome));
    }
  } finally {
    printResult(rows, options);
  }
  const left = new Set(rows.filter(({ result }) => result !== "replayed").map(({ id }) => id));
  if (left.size > 0) throw new Error(`not replayed, and kept: ${[...left].join(" ")}`);
  return undefined;
};

const replayLetter = async ({ letter, contents }: ReadLetter, replayed: Set<string>): Promise<Outcome> => {
  if (contents === null) return REFUSED;
  const keys = contents.entries.map(keyOf);
  if (keys.every((key) => replayed.has(key))) return RETURNED;
  const outcome = await contents.replay();
  if (outcome.result === "replayed") {
    await letter.delete();
    for (const key of keys) replayed.add(key);
  }
  return outcome;
};

const keyOf = ({ firmId, subjectId }: LetterEntry) => `${firmId} ${subjectId}`;

const resultRows = (letter: ReadLetter, { result, note }: Outcome) =>
  letterRows(letter).map(({ id, firm_id, event_type, subject_id }) => ({
    id,
    firm_id,
    event_type,
    subject_id,
    result,
    note,
  }));

export const DEAD_LETTER_COMMANDS = [
  operatorCommand({
    usage: "list",
    description: "list what could not be published or fanned out",
    examples: ["", "--lead <lead> --firm <firm>"],
    run: list,
  }),
  operatorCommand({
    usage: "replay",
    description: "do again what failed, and delete what succeeds",
    examples: ["", "--id <id>"],
    run: replay,
  }),
  operatorCommand({
    usage: "drop",
    description: "delete dead letters for good",
    examples: ["--id <id> --confirm dead-letters"],
    confirms: `"${ALL}"`,
    run: drop,
  }),
].map(withSelection);
