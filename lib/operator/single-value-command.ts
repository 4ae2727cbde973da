import { Command, type Option } from "commander";

/** A command that refuses an option that is given twice, unless it takes a list. Commander would take the last value. */
export class SingleValueCommand extends Command {
  override addOption(option: Option): this {
    // The listener precedes that of Commander, which stores the value.
    this.on(`option:${option.name()}`, () => {
      const isGiven = this.getOptionValueSource(option.attributeName()) === "cli";
      if (isGiven && !option.variadic) this.error(`error: option '${option.flags}' can be given only once`);
    });
    return super.addOption(option);
  }
}
