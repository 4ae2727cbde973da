import { setTimeout as wait } from "node:timers/promises";
import { openDeployment, tableOf } from "../lib/operator/deployment.ts";
import { SingleValueCommand } from "../lib/operator/single-value-command.ts";
import { runSmokeTest } from "../lib/operator/smoke-test/run-smoke-test.ts";
import { eraseSmokeFirm } from "../lib/operator/smoke-test/smoke-firm.ts";

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";

const command = new SingleValueCommand("smoke")
  .description("Create a firm, book a consultation end to end, and erase the firm")
  .option("--base-url <url>", "the stack's output BaseUrl; by default the local service's")
  .option(
    "--table <name>",
    "the stack's output TableName, with your AWS credentials; by default the local service's",
  )
  .option("--erase <firm>", "only erase the firm of an interrupted smoke test");

command.parse();
const { erase, ...options }: { baseUrl?: string; table?: string; erase?: string } = command.opts();
const clock = { now: Date.now, wait };

try {
  if (options.baseUrl !== undefined && options.table === undefined)
    throw new Error("name the table of the address's service too: --table");
  const deployment = await openDeployment(options);
  const table = tableOf(deployment);
  const { baseUrl = deployment.baseUrl } = options;
  if (erase !== undefined) console.log(`firm erased, ${await eraseSmokeFirm(table, erase, clock)} items`);
  else if (baseUrl === undefined) throw new Error("name the address of the table's service too: --base-url");
  else await runSmokeTest({ table, baseUrl, log: console.log, ...clock });
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
