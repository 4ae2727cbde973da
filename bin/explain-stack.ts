import { existsSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { text } from "node:stream/consumers";
import { SingleValueCommand } from "../lib/operator/single-value-command.ts";
import { explainStack } from "../lib/stacks/explain-stack.ts";

const command = new SingleValueCommand("explain-stack")
  .description("Read a stack trace of a deployed function from stdin, and print it with TypeScript lines")
  .argument("<function>", "the function's name, such as create-lead")
  .option("--maps <folder>", "the source maps of the deployed commit", "cdk.out/source-maps");

command.parse();
const [name = ""] = command.args;
const { maps }: { maps: string } = command.opts();
const file = `${maps}/${name}.map`;
if (!existsSync(file))
  command.error(
    `error: There is no ${file}: run "npm run synth" on the deployed commit, and name one of its functions.`,
  );
const payload: SourceMapPayload = JSON.parse(readFileSync(file, "utf8"));
console.log(explainStack(await text(process.stdin), new SourceMap(payload)));
