import { type ConfirmOptions, isConfirmed, withConfirmation } from "../confirmation.ts";
import { openDeployment } from "../deployment.ts";
import { type OperatorOptions, operatorCommand } from "../operator-command.ts";
import { printRows } from "../output.ts";
import { findHop, hopArgument } from "./hops.ts";
import { holdsOthers, letterRows, type Selection, selectLetters, withIds, withSubject } from "./selection.ts";

type Options = OperatorOptions & ConfirmOptions & Selection;

const CONFIRMED = "the hop's name";

const drop = async (name: string, options: Options) => {
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
