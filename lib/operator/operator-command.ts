import { Command, Option } from "commander";

export type OperatorOptions = {
  readonly stage?: string;
  readonly table?: string;
  readonly json?: true;
};

type Usage = {
  /** Name and arguments, such as `show <firm>`. */
  readonly usage: string;
  readonly description: string;
  /** What follows the name in the examples of its help. */
  readonly examples: readonly string[];
};

/** A command with the options that every command has. */
export const operatorCommand = ({ usage, description, examples }: Usage) => {
  const [name, ...parameters] = usage.split(" ");
  const command = new Command(name).description(description);
  for (const parameter of parameters) command.argument(parameter);
  return command
    .addOption(
      new Option("--stage <name>", "a deployed stage, with your AWS credentials and region").conflicts(
        "table",
      ),
    )
    .option("--table <name>", "a deployed table (the stack's output TableName) instead of a stage")
    .option("--json", "print only the result, as JSON")
    .addHelpText("after", () => {
      const lines = examples.map((example) =>
        `  npm run operator -- ${pathOf(command)} ${example}`.trimEnd(),
      );
      return ["", "Examples:", ...lines].join("\n");
    });
};

/** The names that call a command, without that of the program. */
const pathOf = (command: Command): string =>
  command.parent === null ? "" : `${pathOf(command.parent)} ${command.name()}`.trimStart();

/** A noun that commands belong to. */
export const commandGroup = (name: string, description: string, commands: readonly Command[]) => {
  const group = new Command(name).description(description);
  for (const command of commands) group.addCommand(command);
  return group;
};

export type ConfirmOptions = { readonly confirm?: string };

/**
 * Makes a command that destroys something a dry run until it is confirmed.
 * @param what must be repeated, such as "the firm's id"
 */
export const withConfirmation = (command: Command, what: string): Command =>
  command.option("--confirm <text>", `do it; repeat ${what}. Without it, print what would be done`);

/** @throws when something else is confirmed */
export const isConfirmed = ({ confirm }: ConfirmOptions, expected: string, what: string): boolean => {
  if (confirm === undefined) return false;
  if (confirm.toLowerCase() !== expected.toLowerCase()) throw new Error(`--confirm must repeat ${what}`);
  return true;
};
