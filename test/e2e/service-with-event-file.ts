import { appendFileSync } from "node:fs";
import { ensureDemoFirm } from "../../lib/local/demo/demo-firm.ts";
import { startService } from "../../lib/local/host/service.ts";

/**
 * Runs the local service with a sweep each second, and appends the record id of each event on the bus to a file. With
 * `eventsUntilKill`, it kills itself at that event, before the PutEvents call gets its response.
 */
const [directory = "", eventFile = "", eventsUntilKill = "Infinity"] = process.argv.slice(2);
let events = 0;

const service = await startService({
  directory,
  port: 0,
  minuteMilliseconds: 1_000,
  onEvent: ({ detail }) => {
    appendFileSync(eventFile, `${Object(detail).data.id}\n`);
    events++;
    if (events === Number(eventsUntilKill)) process.kill(process.pid, "SIGKILL");
  },
});
await ensureDemoFirm(directory, service);
console.log("ready");
