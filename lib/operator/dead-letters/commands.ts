import { openDeployment } from "../deployment.ts";
import { type ConfirmOptions, type OperatorOptions, operatorCommand } from "../operator-command.ts";
import { printResult } from "../output.ts";
import type { LetterEntry } from "./dead-letter.ts";
import { findHop, HOPS, hopArgument } from "./hops.ts";
import {
  letterRows,
  mayHoldOthers,
  type ReadLetter,
  requireNoneKept,
  type Selection,
  selectLetters,
  withIds,
  withSubject,
} from "./selection.ts";

type ListOptions = OperatorOptions & Pick<Selection, "lead" | "firm">;

const list = async (options: ListOptions, name: string | undefined) => {
  const deployment = await openDeployment(options);
  const rows: ReturnType<typeof letterRows> = [];
  for (const hop of name === undefined ? HOPS : [findHop(name)])
    for await (const letter of selectLetters(deployment, hop, options)) rows.push(...letterRows(letter));
  return rows;
};

type DropOptions = ConfirmOptions & Selection;

const drop = async (options: DropOptions, name: string) => {
  const deployment = await openDeployment(options);
  const confirmed = options.isConfirmed(name);
  const result = confirmed ? "dropped" : "would be dropped";
  const rows: (ReturnType<typeof letterRows>[number] & { result: string })[] = [];
  const kept: ReadLetter[] = [];
  try {
    for await (const read of selectLetters(deployment, findHop(name), options)) {
      const isDropped = !mayHoldOthers(read, options);
      if (!isDropped) kept.push(read);
      else if (confirmed) await read.letter.delete();
      rows.push(...letterRows(read).map((row) => ({ ...row, result: isDropped ? result : "kept" })));
    }
  } finally {
    printResult(rows, options);
  }
  if (confirmed) requireNoneKept(kept);
  return undefined;
};

type ReplayOptions = OperatorOptions & Pick<Selection, "id">;

type Outcome = {
  readonly result: "replayed" | "failed" | "refused" | "returned";
  readonly note: string | null;
};

const REFUSED: Outcome = { result: "refused", note: "it is malformed: drop it" };
const RETURNED: Outcome = { result: "returned", note: "it came back: the cause of its failure still exists" };

/** Replays each letter and then deletes it. After an interruption between the two, the letter is replayed once more. */
const replay = async (options: ReplayOptions, name: string) => {
  const deployment = await openDeployment(options);
  const rows: ReturnType<typeof resultRows> = [];
  const replayed = new Set<string>();
  try {
    for await (const letter of selectLetters(deployment, findHop(name), options)) {
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

const keyOf = ({ firmId, subjectId, webhookId = "", attempt = 0 }: LetterEntry) =>
  `${firmId} ${subjectId} ${webhookId} ${attempt}`;

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

export const DEAD_LETTER_COMMANDS = [
  withSubject(
    operatorCommand({
      usage: "list",
      description: "list what could not be published, fanned out or delivered",
      examples: ["[hop] --lead <lead> --firm <firm>"],
      run: list,
    }),
  ).addArgument(hopArgument("[hop]")),
  withIds(
    operatorCommand({
      usage: "replay",
      description: "do again what failed, and delete what succeeds",
      examples: ["<hop> --id <id>"],
      run: replay,
    }),
  ).addArgument(hopArgument("<hop>")),
  withSubject(
    withIds(
      operatorCommand({
        usage: "drop",
        description: "delete dead letters for good",
        examples: ["<hop> --id <id> --confirm <hop>"],
        confirms: "the hop's name",
        run: drop,
      }),
    ),
  ).addArgument(hopArgument("<hop>")),
];
