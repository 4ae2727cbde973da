import { readFileSync, writeFileSync } from "node:fs";
import {
  CLIENT_FOLDER,
  CLIENT_README,
  compileClient,
  GENERATED_CLIENT,
  packageSummary,
} from "../lib/documents/client/client-package.ts";
import { clientSource } from "../lib/documents/client/client-source.ts";
import { withLostAnswers } from "../lib/documents/client/lost-answers-table.ts";

/** Generates the client of the API, compiles its package and prints a summary of both. */
const source = clientSource();
writeFileSync(GENERATED_CLIENT, source);
writeFileSync(CLIENT_README, withLostAnswers(readFileSync(CLIENT_README, "utf8")));
console.log(`client/src/generated.ts: ${source.split("\n").length - 1} lines`);
compileClient(CLIENT_FOLDER);
console.log(packageSummary(CLIENT_FOLDER));
