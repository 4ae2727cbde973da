import { resolve } from "node:path";
import { describeDemo, openDemo } from "../lib/demo.ts";
import { endOnRequest } from "../lib/local/host/process-end.ts";
import { progressOn } from "../lib/local/host/progress.ts";
import { type Service, startService } from "../lib/local/host/service.ts";
import { StartError } from "../lib/local/host/start-error.ts";

// as on Lambda, whatever the zone of this machine
process.env.TZ = "UTC";
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";

const directory = resolve(process.env.INTAKE_LOCAL_DIR ?? ".local");
let service: Service | undefined;

const isEnding = endOnRequest(async () => service?.stop());

const fail = (reason: string) => {
  if (isEnding()) return;
  console.error(reason);
  process.exit(1);
};

const portOf = (text: string) => {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new StartError(`PORT must be a number from 0 to 65535, not "${text}".`);
};

const print = (line: string) => console.log(line);

try {
  const started = await startService({
    directory,
    port: portOf(process.env.PORT ?? "3000"),
    dynamoDbEndpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB,
    onProgress: print,
    log: (line) => console.log(`${new Date().toISOString().slice(11, 23)}  ${line}`),
  });
  service = started;
  started.failed.then((said) => fail(`DynamoDB Local ended by itself: ${said}`));
  print(describeDemo(await progressOn(print)("demo firm ready", () => openDemo(directory, started))));
} catch (error) {
  await service?.stop();
  fail(error instanceof StartError ? error.message : String(error instanceof Error ? error.stack : error));
}
