import { setTimeout as sleep } from "node:timers/promises";
import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  type ResultField,
  StartQueryCommand,
} from "@aws-sdk/client-cloudwatch-logs";
import { snakeCased } from "../../shared/runtime/collections.ts";
import { LOG_DAYS } from "../stacks/log-retention.ts";
import { type Deployment, openDeployment, resourcesOf } from "./deployment.ts";
import { describeError, isAccessRefused } from "./describe-error.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { parseWholeNumber } from "./parse-argument.ts";

type Options = OperatorOptions & { readonly hours: number };

/** Finds the id in `message.requestId` of functions' lines, and in `requestId` of API Gateway's. */
const queryFor = (id: string) =>
  `filter message.requestId = "${id}" or requestId = "${id}" | sort @timestamp | fields @timestamp, @message`;

const REQUEST_ID = /^[\w=+/-]{8,128}$/;

const show = async (options: Options, id: string) => {
  if (!REQUEST_ID.test(id)) throw new Error("name a request by the X-Request-Id of its response");
  const query = queryFor(id);
  const lines = options.table === undefined ? await readLines(query, options) : null;
  if (lines) return lines.map(toRow);
  console.error("Run this query in CloudWatch Logs Insights, on the log groups of the stage:");
  // One line, to be copied.
  console.log(options.json ? JSON.stringify({ query }) : query);
  return undefined;
};

/**
 * Reads the log.
 * @returns null if the caller may not
 */
const readLines = async (text: string, { stage, hours }: Options): Promise<LogLine[] | null> => {
  try {
    const deployment = await openDeployment({ stage });
    if (deployment.isLocal) throw new Error(NO_LOCAL_LOG);
    return await queryLog(deployment, { text, hours });
  } catch (error) {
    if (!isAccessRefused(error)) throw error;
    console.error(describeError(error));
    return null;
  }
};

const NO_LOCAL_LOG =
  "the local service keeps no log: search what `LOG_FORMAT=json npm start` prints, or name a --stage";

type Fields = Readonly<Record<string, unknown>>;

/** Converts a log line. A function's record stands in `message`; a line of API Gateway is the record. */
const toRow = ({ at, text }: LogLine) => {
  const line = parseFields(text);
  const record = isFields(line.message) ? line.message : { message: "access_log", ...line };
  const { message, function: name = null, requestId: _requestId, ...detail } = record;
  return { at, message, function: name, detail: snakeCased<Fields>(detail) };
};

const parseFields = (text: string): Fields => {
  try {
    const parsed: unknown = JSON.parse(text);
    return isFields(parsed) ? parsed : { text };
  } catch {
    return { text };
  }
};

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

const HOURS_DEFAULT = 24;
const HOURS_MAXIMUM = LOG_DAYS * 24;

export const requestCommand = operatorCommand({
  usage: "request <id>",
  description:
    "show what the log knows of a request and its outcome; without permission, print the query that finds it",
  examples: ["<X-Request-Id> --stage prod", "<X-Request-Id> --hours 168 --stage prod"],
  run: show,
}).option("--hours <number>", "search the last hours", parseWholeNumber(1, HOURS_MAXIMUM), HOURS_DEFAULT);

type Query = { readonly text: string; readonly hours: number };

/** A line of the log and its time, as ISO-8601 UTC. */
type LogLine = { readonly at: string; readonly text: string };

const POLL_MILLISECONDS = 1_000;
const RUNNING: readonly (string | undefined)[] = ["Scheduled", "Running"];

/** Runs a query for `@timestamp` and `@message` on every log of a stage, and waits for its result. */
const queryLog = async (deployment: Deployment, { text, hours }: Query): Promise<LogLine[]> => {
  const client = new CloudWatchLogsClient(deployment.clientConfig);
  const now = Math.ceil(Date.now() / 1000);
  const { queryId } = await client.send(
    new StartQueryCommand({
      logGroupNames: resourcesOf(deployment, "AWS::Logs::LogGroup").map(({ physicalId }) => physicalId),
      startTime: now - hours * 3600,
      endTime: now,
      queryString: text,
    }),
  );
  for (;;) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === "Complete") return results.map(toLine);
    if (!RUNNING.includes(status)) throw new Error(`The query of the log ended as ${status}.`);
    await sleep(POLL_MILLISECONDS);
  }
};

const toLine = (fields: readonly ResultField[]): LogLine => {
  const valueIn = (name: string) => fields.find(({ field }) => field === name)?.value ?? "";
  // The format is `2026-11-22 08:30:00.000`.
  return { at: `${valueIn("@timestamp").replace(" ", "T")}Z`, text: valueIn("@message") };
};
