import { Command, Option } from "commander";

export type OperatorOptions = {
  readonly stage?: string;
  readonly table?: string;
  readonly json?: true;
};

/** A command with the options that every command has, such as `show <firm>`. */
export const operatorCommand = (usage: string, description: string) => {
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
    .option("--json", "print only the result, as JSON");
};

/** A noun that commands belong to. */
export const commandGroup = (name: string, description: string, commands: readonly Command[]) => {
  const group = new Command(name).description(description);
  for (const command of commands) group.addCommand(command);
  return group;
};
