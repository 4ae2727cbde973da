import { openDeployment } from "../deployment.ts";
import {
  type ConfirmOptions,
  isConfirmed,
  type OperatorOptions,
  operatorCommand,
  withConfirmation,
} from "../operator-command.ts";
import { printRows } from "../output.ts";
import type { LetterEntry } from "./dead-letter.ts";
import { findHop, HOPS, hopArgument } from "./hops.ts";
import {
  holdsOthers,
  letterRows,
  type ReadLetter,
  type Selection,
  selectLetters,
  withIds,
  withSubject,
} from "./selection.ts";

type ListOptions = OperatorOptions & Pick<Selection, "lead" | "firm">;

const list = async (name: string | undefined, options: ListOptions) => {
  const deployment = await openDeployment(options);
  const rows: ReturnType<typeof letterRows> = [];
  for (const hop of name === undefined ? HOPS : [findHop(name)])
    for await (const letter of selectLetters(deployment, hop, options)) rows.push(...letterRows(letter));
  printRows(rows, options);
};

export const deadLetterListCommand = () =>
  withSubject(
    operatorCommand({
      usage: "list",
      description: "list what could not be published, fanned out or delivered",
      examples: ["[hop] --lead <lead> --firm <firm>"],
    }),
  )
    .addArgument(hopArgument("[hop]"))
    .action(list);

type DropOptions = OperatorOptions & ConfirmOptions & Selection;

const CONFIRMED = "the hop's name";

const drop = async (name: string, options: DropOptions) => {
  const deployment = await openDeployment(options);
  const confirmed = isConfirmed(options, name, CONFIRMED);
  const rows = [];
  for await (const read of selectLetters(deployment, findHop(name), options)) {
    const isDropped = !holdsOthers(read, options);
    if (isDropped && confirmed) await read.letter.delete();
    const result = confirmed ? "dropped" : "would be dropped";
    rows.push(...letterRows(read).map((row) => ({ ...row, result: isDropped ? result : "kept" })));
  }
  printRows(rows, options);
  if (rows.some(({ result }) => result === "kept"))
    throw new Error(
      "some batches also hold other leads and are kept: replay them, which leaves out erased leads and firms",
    );
};

const dropCommand = () =>
  operatorCommand({
    usage: "drop",
    description: "delete dead letters for good",
    examples: ["<hop> --id <id> --confirm <hop>"],
  });

export const deadLetterDropCommand = () =>
  withConfirmation(withSubject(withIds(dropCommand())).addArgument(hopArgument("<hop>")), CONFIRMED).action(
    drop,
  );

type ReplayOptions = OperatorOptions & Pick<Selection, "id">;

type Outcome = {
  readonly result: "replayed" | "failed" | "refused" | "returned";
  readonly note: string | null;
};

const REFUSED: Outcome = { result: "refused", note: "it is malformed: drop it" };
const RETURNED: Outcome = { result: "returned", note: "it came back: its cause is not removed" };

/** Replays each letter and deletes it only then: ending between the two means that it is replayed once more. */
const replay = async (name: string, options: ReplayOptions) => {
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
