import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  StartQueryCommand,
} from "@aws-sdk/client-cloudwatch-logs";
import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { Table } from "../../../shared/table/table.ts";
import { mockStack } from "../../support/deployed-stage.ts";
import { unknownLogFields } from "../../support/log-fields.ts";
import { mockClient } from "../../support/mock-client.ts";
import { runCommand, runForRows } from "../../support/operator.ts";
import { declaredResources } from "../../support/test-table.ts";

const ID = "JKJaXmPLvHcESHA=";
const STAGE = ["--stage", "prod"];
const QUERY = `filter message.requestId = "${ID}" or requestId = "${ID}" | sort @timestamp | fields @timestamp, @message`;

const line = (message: unknown) => [
  { field: "@timestamp", value: "2026-11-22 08:30:00.125" },
  { field: "@message", value: typeof message === "string" ? message : JSON.stringify(message) },
  { field: "@ptr", value: "x" },
];

const FAILED = {
  timestamp: "2026-11-22T08:30:00.125Z",
  level: "ERROR",
  requestId: "of Lambda",
  message: {
    message: "request_failed",
    function: "create-lead",
    requestId: ID,
    firmId: "f",
    code: "internal_error",
  },
};

let stderr: string[];
beforeEach(() => {
  stderr = [];
  jest.spyOn(console, "error").mockImplementation((text: string) => {
    stderr.push(text);
  });
});

const run = (...input: string[]) => runForRows("request", ...input);

const denied = (client: Parameters<typeof mockClient>[0], name: string) =>
  mockClient(client)
    .onAnyCommand()
    .rejects(Object.assign(new Error("no"), { name }));

describe("request", () => {
  it("shows the lines of functions and of API Gateway, oldest first", async () => {
    mockStack();
    const logs = mockClient(CloudWatchLogsClient);
    logs.on(StartQueryCommand).resolves({ queryId: "q" });
    logs
      .on(GetQueryResultsCommand, { queryId: "q" })
      .resolvesOnce({ status: "Running" })
      .resolves({
        status: "Complete",
        results: [
          line(FAILED),
          line({ requestId: ID, routeKey: "POST /api/leads", status: 500 }),
          line("cut off {"),
        ],
      });
    const { rows, error } = await run(ID, ...STAGE, "--hours", "48");
    const at = "2026-11-22T08:30:00.125Z";
    expect([rows, error]).toEqual([
      [
        {
          at,
          message: "request_failed",
          function: "create-lead",
          detail: { firm_id: "f", code: "internal_error" },
        },
        { at, message: "access_log", function: null, detail: { route_key: "POST /api/leads", status: 500 } },
        { at, message: "access_log", function: null, detail: { text: "cut off {" } },
      ],
      null,
    ]);
    const [query] = logs.commandCalls(StartQueryCommand).map(({ args: [{ input }] }) => input);
    expect(query?.queryString).toBe(QUERY);
    expect(Number(query?.endTime) - Number(query?.startTime)).toBe(48 * 3600);
    expect(query?.logGroupNames?.length).toBeGreaterThanOrEqual(2);
  });

  it("queries only fields that lines have", () => {
    expect(unknownLogFields(QUERY)).toEqual([]);
  });

  it("fails when the query fails", async () => {
    mockStack();
    const logs = mockClient(CloudWatchLogsClient);
    logs.on(StartQueryCommand).resolves({ queryId: "q" });
    logs.on(GetQueryResultsCommand).resolves({ status: "Timeout" });
    expect((await run(ID, ...STAGE)).error).toBe("The query of the log ended as Timeout.");
  });

  it.each([
    [
      "without credentials",
      () => denied(CloudFormationClient, "CredentialsProviderError"),
      /^No credentials/,
    ],
    [
      "without permission",
      () => {
        mockStack();
        denied(CloudWatchLogsClient, "AccessDeniedException");
      },
      /^Access denied/,
    ],
  ])("prints the query %s", async (_, prepare, reason) => {
    prepare();
    expect(await run(ID, ...STAGE)).toEqual({ rows: { query: QUERY }, error: null });
    expect(stderr[0]).toMatch(reason);
  });

  it("prints the query in one line when only the table is known", async () => {
    const table = { name: "the-table" } as Table;
    expect(await runCommand(table, "request", ID)).toEqual([QUERY]);
  });

  it("searches no further back than logs are kept", async () => {
    const logs = Object.values(declaredResources("AWS::Logs::LogGroup"));
    const days = logs.map(({ Properties }) => Number(Properties?.RetentionInDays));
    const hours = 24 * Math.min(...days);
    expect((await run(ID, ...STAGE, "--hours", String(hours + 1))).error).toMatch(`from 1 to ${hours}.`);
  });

  it("refuses an invalid id, which would become part of the query", async () => {
    expect((await run('x" or 1 = 1', ...STAGE)).error).toMatch("X-Request-Id");
  });
});
