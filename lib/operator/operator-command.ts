import { type Command, Option } from "commander";
import type { OnFault } from "../../shared/table/record-fault.ts";
import { printResult, type Result } from "./output.ts";
import { SingleValueCommand } from "./single-value-command.ts";

export type OperatorOptions = {
  readonly stage?: string;
  readonly table?: string;
  readonly json?: true;
};

export type WalkOptions = OperatorOptions & {
  /** Receives records that cannot be read or changed. The command does the rest, then fails and names them. */
  readonly onFault: OnFault;
};

export type ConfirmOptions = OperatorOptions & {
  /**
   * Returns true if `--confirm` repeats this text, without `--dry-run`.
   * @throws Error if it repeats another
   */
  readonly isConfirmed: (expected: string) => boolean;
};

type Definition<Options extends OperatorOptions> = {
  /** Name and arguments, such as `show <firm>`. */
  readonly usage: string;
  readonly description: string;
  /** The arguments after the name, in the examples of its help. */
  readonly examples: readonly string[];
  /**
   * The text that `--confirm` repeats, such as "the firm's id". Without the option, a destructive command is a dry run,
   * and says so.
   */
  readonly confirms?: string;
  /** Returns the result to print. */
  readonly run: (options: Options, ...values: string[]) => Promise<Result>;
};

/** Creates a command with the options that every command has. */
export const operatorCommand = <Options extends OperatorOptions = OperatorOptions>(
  definition: Definition<Options>,
) => {
  const { usage, description, examples, confirms, run } = definition;
  const [name, ...parameters] = usage.split(" ");
  const command = new SingleValueCommand(name).description(description);
  for (const parameter of parameters) command.argument(parameter);
  if (confirms !== undefined)
    command.option("--confirm <text>", `do it; repeat ${confirms}. Without it, print what would be done`);
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
    })
    .action(async (...given) => {
      const { confirm, dryRun = false, ...options } = given.at(-2);
      let unconfirmed: string | null = null;
      const isConfirmed = (expected: string) => {
        if (confirm !== undefined && confirm.toLowerCase() !== expected.toLowerCase())
          throw new Error(`--confirm must repeat ${confirms}`);
        const isGiven = confirm !== undefined && !dryRun;
        if (!isGiven) unconfirmed = expected;
        return isGiven;
      };
      const faults = new Map<string, unknown>();
      const onFault: OnFault = (record, fault) => void faults.set(record, fault);
      printResult(await run({ ...options, isConfirmed, onFault }, ...given.slice(0, -2)), options);
      if (unconfirmed !== null) {
        const option = confirmOption(unconfirmed);
        const way = dryRun ? `use ${option} without --dry-run` : `add ${option}`;
        console.error(`Nothing was changed: ${way} to do it.`);
      }
      requireNone(faults);
    });
};

const requireNone = (faults: ReadonlyMap<string, unknown>) => {
  if (faults.size === 0) return;
  const [cause] = faults.values();
  const records = [...faults.keys()].join(", ");
  throw new Error(`The service could not read or change ${records}. Everything else is done.`, { cause });
};

/** Returns the names that call a command, without the program's name. */
const pathOf = (command: Command): string =>
  command.parent === null ? "" : `${pathOf(command.parent)} ${command.name()}`.trimStart();

/** Returns the option that confirms a command, for a shell. */
export const confirmOption = (expected: string) =>
  `--confirm ${/^[\w-]+$/.test(expected) ? expected : `'${expected.replaceAll("'", "'\\''")}'`}`;
