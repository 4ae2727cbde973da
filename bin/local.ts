import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { connectDemoFirm, describeDemoFirm, ensureDemoFirm } from "../lib/local/demo/demo-firm.ts";
import { type Service, startService } from "../lib/local/host/service.ts";
import { shutDownOnRequest } from "../lib/local/host/shutdown.ts";
import { StartError } from "../lib/local/host/start-error.ts";
import { localDirectory } from "../lib/local/host/state-file.ts";
import type { LocalPage } from "../lib/local/http-api/http-gateway.ts";
import { localLog } from "../lib/local/local-log.ts";
import { startProgress } from "../lib/local/start-progress.ts";

// Lambda runs in UTC.
process.env.TZ = "UTC";
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";

const directory = resolve(localDirectory());
const isFirstStart = !existsSync(join(directory, "demo.json"));
const progress = startProgress(
  isFirstStart ? "Starting Intake (the first start takes longer)" : "Starting Intake",
  process.stdout,
);
let service: Service | undefined;
let isReady = false;
/** The demo firm has a lead that is late: it is handed over when the firm is made, before any sweep. */
let startSchedules = () => {};
const ready = new Promise<void>((resolve) => {
  startSchedules = resolve;
});
/** Whether the service is being stopped because of an error, which its end would hide. */
let hasFailed = false;

const isShuttingDown = shutDownOnRequest(async () => {
  progress.end();
  await service?.stop();
});

const exitWithError = (message: string) => {
  if (isShuttingDown()) return;
  progress.end();
  console.error(message);
  process.exit(1);
};

const parsePort = (text: string) => {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new StartError(`PORT must be a number from 0 to 65535, not "${text}".`);
};

const print = (line: string) => {
  progress.clear();
  console.log(line);
};

/** Prepares the demo firm. Leaves a firm as it is if somebody has changed it so that its form cannot be redirected. */
const prepareDemoFirm = async (started: Service, pages: Map<string, LocalPage>) => {
  const firm = await ensureDemoFirm(directory, started, {
    hasHistory: process.env.INTAKE_DEMO !== "small",
  });
  return connectDemoFirm(directory, firm, { service: started, pages }).catch((error: Error) => {
    print(`The demo firm's form cannot be used: ${error.message}`);
    return { ...firm, form: undefined };
  });
};

try {
  const pages = new Map<string, LocalPage>();
  const started = await startService({
    directory,
    port: parsePort(process.env.PORT?.trim() || "3000"),
    dynamoDbEndpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB,
    onStep: progress.onStep,
    followsSources: true,
    pages,
    ready,
    ...localLog(process.env.LOG_FORMAT === "json" ? "json" : "text", { print, isReady: () => isReady }),
  });
  service = started;
  started.databaseExited.then((output) => {
    if (!hasFailed) exitWithError(`DynamoDB Local exited unexpectedly: ${output}`);
  });
  started.folderRemoved.then(exitWithError);
  progress.onStep("preparing the demo firm");
  const firm = await prepareDemoFirm(started, pages);
  isReady = true;
  startSchedules();
  progress.end();
  print(describeDemoFirm(firm));
} catch (error) {
  hasFailed = true;
  await service?.stop();
  exitWithError(
    error instanceof StartError ? error.message : String(error instanceof Error ? error.stack : error),
  );
}
