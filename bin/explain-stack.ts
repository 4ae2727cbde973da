import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { text } from "node:stream/consumers";
import { Command } from "commander";
import { explainStack } from "../lib/stacks/explain-stack.ts";

const command = new Command("explain-stack")
  .description("Show a stack trace of a deployed function, from stdin, in TypeScript lines")
  .argument("<function>", "the function's name, such as create-lead")
  .option("--maps <folder>", "the source maps of the deployed commit", "cdk.out/source-maps");

command.parse();
const [name = ""] = command.args;
const { maps }: { maps: string } = command.opts();
const payload: SourceMapPayload = JSON.parse(readFileSync(`${maps}/${name}.map`, "utf8"));
console.log(explainStack(await text(process.stdin), new SourceMap(payload)));
