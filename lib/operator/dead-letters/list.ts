import { openDeployment } from "../deployment.ts";
import { type OperatorOptions, operatorCommand } from "../operator-command.ts";
import { printRows } from "../output.ts";
import { findHop, HOPS, hopArgument } from "./hops.ts";
import { letterRows, type Selection, selectLetters, withSubject } from "./selection.ts";

type Options = OperatorOptions & Pick<Selection, "lead" | "firm">;

const list = async (name: string | undefined, options: Options) => {
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
