import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { openDemo } from "../../lib/demo.ts";
import { startService } from "../../lib/local/host/service.ts";

/**
 * The local service, which also appends the record's id of each event that reaches the bus to a file. Told so, it
 * kills itself at that many events, with the call that brought the last one still unanswered.
 */
const [directory = "", eventFile = "", eventsToDieAt = "Infinity"] = process.argv.slice(2);
const assembly = join(directory, "assembly");
let events = 0;

const service = await startService({
  directory,
  port: 0,
  // synthesized by the first run
  ...(existsSync(assembly) && { assembly }),
  onEvent: ({ detail }) => {
    appendFileSync(eventFile, `${Object(detail).data.id}\n`);
    events++;
    if (events === Number(eventsToDieAt)) process.kill(process.pid, "SIGKILL");
  },
});
await openDemo(directory, service);
console.log("ready");
