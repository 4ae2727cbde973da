import { setTimeout as sleep } from "node:timers/promises";
import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  type ResultField,
  StartQueryCommand,
} from "@aws-sdk/client-cloudwatch-logs";
import { type Deployment, resourcesOf } from "./deployment.ts";

type Query = { readonly text: string; readonly hours: number };

/** A line of the log, and when it was written, as ISO-8601 UTC. */
export type LogLine = { readonly at: string; readonly text: string };

const POLL_MILLISECONDS = 1_000;
const RUNNING: readonly (string | undefined)[] = ["Scheduled", "Running"];

/** Runs a query that asks for `@timestamp` and `@message` on every log of a stage, and waits for its result. */
export const queryLog = async (deployment: Deployment, { text, hours }: Query): Promise<LogLine[]> => {
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
  // As `2026-11-22 08:30:00.000`.
  return { at: `${valueIn("@timestamp").replace(" ", "T")}Z`, text: valueIn("@message") };
};
