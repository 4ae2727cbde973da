// Prints the processor time, in microseconds, of a handler's load, its first request, and later requests.
import { readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";

/** @typedef {(event: object, context: object) => Promise<{ statusCode?: number, batchItemFailures?: object[] }>} Handler */

const require = createRequire(import.meta.url);
const { file, first, later, warmUpCount, laterCount } = JSON.parse(readFileSync(0, "utf8"));
const context = { awsRequestId: "request", getRemainingTimeInMillis: () => 30_000 };

// As the Lambda runtime writes lines of JSON.
for (const level of /** @type {const} */ (["info", "warn", "error"]))
  console[level] = (line) =>
    writeSync(2, `${JSON.stringify({ timestamp: new Date().toISOString(), level, ...line })}\n`);

const microseconds = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** @param {Handler} handler @param {object} event */
const request = async (handler, event) => {
  const { statusCode = 200, batchItemFailures = [] } = await handler(event, context);
  if (statusCode >= 300 || batchItemFailures.length > 0)
    throw new Error(`The handler answered ${statusCode}.`);
};

const start = microseconds();
const { handler } = require(file);
const loaded = microseconds();
await request(handler, first);
const answered = microseconds();
for (let count = 0; count < warmUpCount; count++) await request(handler, later);
const warm = microseconds();
for (let count = 0; count < laterCount; count++) await request(handler, later);
const done = microseconds();
writeSync(1, JSON.stringify({ load: loaded - start, first: answered - loaded, later: done - warm }));
process.exit();
