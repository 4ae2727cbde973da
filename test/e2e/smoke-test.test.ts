import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { Template } from "aws-cdk-lib/assertions";
import * as z from "zod";
import { isAllowed, policyStatement } from "../../lib/local/iam/iam-policy.ts";
import { requiredPermissions } from "../../lib/local/iam/required-permissions.ts";
import { openDeployment, tableOf } from "../../lib/operator/deployment.ts";
import { runSmokeTest } from "../../lib/operator/smoke-test/run-smoke-test.ts";
import { eraseSmokeFirm } from "../../lib/operator/smoke-test/smoke-firm.ts";
import { synthesizeGithubAccess } from "../../lib/stacks/github/github-access-app.ts";
import { createFirm } from "../../shared/firm/create-firm.ts";
import type { Table } from "../../shared/table/table.ts";
import { eventually } from "../support/eventually.ts";
import { scanItems } from "../support/scan-table.ts";
import { killSpawned, startDemo } from "./spawned-service.ts";

jest.setTimeout(600_000);

let directory: string;
let table: Table;
let baseUrl: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "intake-e2e-"));
  await startDemo(directory);
  process.env.INTAKE_LOCAL_DIR = directory;
  const service = await openDeployment({});
  table = tableOf(service);
  baseUrl = String(service.baseUrl);
  await eventually(isDemoCalendarRead).toBe(true);
});
afterAll(() => {
  killSpawned();
  rmSync(directory, { recursive: true, force: true });
});

/** A start does not wait for the demo firm's feed, whose busy times would be new records. */
const isDemoCalendarRead = async () =>
  (await scanItems(table)).some(
    ({ lastFetchedAtMilliseconds, isBeingRead }) => Number(lastFetchedAtMilliseconds) > 0 && !isBeingRead,
  );

/** A clock on which a wait of any length takes only these milliseconds. */
const simulatedClock = (realMilliseconds = 100) => {
  let passed = 0;
  return {
    now: () => Date.now() + passed,
    wait: async (milliseconds: number) => {
      passed += milliseconds;
      await sleep(realMilliseconds);
    },
  };
};

/** @returns what the smoke test printed, and whether it failed */
const run = async (url = baseUrl, clock = simulatedClock()) => {
  const lines: string[] = [];
  const failed = await runSmokeTest({
    table,
    baseUrl: url,
    log: (line) => lines.push(line),
    ...clock,
  }).then(
    () => false,
    () => true,
  );
  return { lines, failed };
};

const keysOfTable = async () => (await scanItems(table)).map(({ pk, sk }) => `${pk} ${sk}`).sort();

/** Starts a proxy that replaces the service's responses to some requests. */
const brokenService = async (
  replace: (request: string, status: number) => object | null,
  headersOf: (request: string) => Record<string, string> = () => ({}),
) => {
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "" } = request;
    const headers = { ...(request.headers as Record<string, string>) };
    const body = await text(request);
    const real = await fetch(baseUrl + url, { method, headers, ...(body && { body }) });
    const replacement = replace(`${method} ${url}`, real.status);
    const requestId = real.headers.get("x-request-id") ?? "";
    response.writeHead(replacement ? 201 : real.status, {
      "content-type": "application/json",
      "x-request-id": requestId,
      ...headersOf(`${method} ${url}`),
    });
    response.end(replacement ? JSON.stringify(replacement) : await real.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
};

describe("the smoke test, against the whole service", () => {
  it("books, cancels, sees the events and leaves nothing behind", async () => {
    const before = await keysOfTable();
    const { lines, failed } = await run();
    expect({ failed, steps: lines.slice(1, -1) }).toEqual({
      failed: false,
      steps: [
        "member created",
        "lead created",
        "availability listed",
        "slot held, and a booking of it refused",
        "consultation of any attorney booked, and a hold of its slot refused",
        "consultation canceled, and its slot free",
        "consultation booked and canceled by a link",
        "events in the log",
        "key created, disabled and deleted",
        "source created, its key rotated, and disabled",
        "member signed in and out",
        "paths without a route answered",
      ],
    });
    expect(lines.at(-1)).toMatch(/^firm erased, \d\d items$/);
    expect(await keysOfTable()).toEqual(before);
  });

  it("fails when a slot is given twice, and leaves nothing behind", async () => {
    const before = await keysOfTable();
    const broken = await brokenService((request, status) =>
      request === "POST /api/consultations" && status === 409 ? { id: "another" } : null,
    );
    const { lines, failed } = await run(broken.url);
    broken.stop();
    expect(failed).toBe(true);
    expect(lines).toContain("smoke test failed: A slot was given twice.");
    expect(lines.at(-1)).toMatch(/^firm erased/);
    await sleep(2_000); // the event of the lead may be stored late
    const events = /^FIRM#00000000-[^#]+#EVENT/;
    expect((await keysOfTable()).filter((key) => !events.test(key))).toEqual(before);
  });

  it("waits for the first events as long as Lambda may take to start reading a table's stream", async () => {
    const before = await keysOfTable();
    let polls = 0; // one a second
    const late = await brokenService((request) => {
      if (request === "GET /api/events") polls += 1;
      return request === "GET /api/events" && polls <= 240 ? { data: [] } : null;
    });
    const { lines, failed } = await run(late.url, simulatedClock(10));
    late.stop();
    expect(failed).toBe(false);
    expect(lines).toContain("events in the log");
    expect(await keysOfTable()).toEqual(before);
  });

  it("waits until CloudFront no longer answers with a page that it cached before the test, and fails if it never does", async () => {
    let age = 250;
    const cached = await brokenService(
      () => null,
      (request): Record<string, string> => {
        if (request !== "GET /book") return {};
        age += 10; // a poll
        return { age: String(age % 300) };
      },
    );
    expect((await run(cached.url, simulatedClock(10))).failed).toBe(false);
    expect(age).toBeGreaterThanOrEqual(300);
    const stale = await brokenService(
      () => null,
      (request): Record<string, string> => (request === "GET /book" ? { age: "9000" } : {}),
    );
    const { failed, lines } = await run(stale.url, simulatedClock(10));
    expect(failed).toBe(true);
    expect(lines).toContainEqual(expect.stringContaining("that CloudFront cached before the test"));
    cached.stop();
    stale.stop();
  });

  it("fails when an unknown path is answered as if it were known, and leaves nothing behind", async () => {
    const before = await keysOfTable();
    const broken = await brokenService((request) => (request === "GET /api/smoke-test" ? {} : null));
    const { lines, failed } = await run(broken.url);
    broken.stop();
    expect(failed).toBe(true);
    expect(lines).toContain("smoke test failed: GET /api/smoke-test returned 201 instead of 404.");
    expect(await keysOfTable()).toEqual(before);
  });

  it("fails when the service does not answer, and leaves nothing behind", async () => {
    const before = await keysOfTable();
    const closed = await brokenService(() => null);
    closed.stop();
    const { lines, failed } = await run(closed.url);
    expect(failed).toBe(true);
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^smoke test failed: \w+: the connection failed .*ECONNREFUSED/),
      "firm erased, 5 items",
    ]);
    expect(await keysOfTable()).toEqual(before);
  });

  it("erases no other firm", async () => {
    const { firmId } = await createFirm(table, {
      name: "Smoke test",
      timeZone: "UTC",
      defaultCountry: "US",
      nowMilliseconds: Date.now(),
    });
    await expect(eraseSmokeFirm(table, firmId, simulatedClock())).rejects.toThrow(
      "is not a firm of a smoke test",
    );
  });
});

describe("the role that deploys", () => {
  const policy = z.object({
    PolicyName: z.string(),
    PolicyDocument: z.object({ Statement: z.array(z.looseObject({ Action: z.unknown() })) }),
  });

  const tableStatements = () => {
    const outdir = mkdtempSync(join(tmpdir(), "intake-github-"));
    const assembly = synthesizeGithubAccess({ outdir });
    const file = assembly.getStackByName("intake-github-prod").templateFullPath;
    const template = Template.fromJSON(JSON.parse(readFileSync(file, "utf8")));
    rmSync(outdir, { recursive: true });
    return (
      Object.values(template.findResources("AWS::IAM::Policy"))
        .map(({ Properties }) => policy.parse(Properties))
        .filter(({ PolicyName }) => PolicyName.includes("githubdeploy"))
        .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
        .filter(({ Action }) => String(Action).startsWith("dynamodb:"))
        // the deployment itself looks at indexes
        .filter(({ Action }) => Action !== "dynamodb:DescribeTable")
        .map((statement) => policyStatement.parse(statement))
    );
  };

  it("may do exactly what the smoke test does to the table, and nothing to another firm", async () => {
    const statements = tableStatements().map((statement) => ({ ...statement, Resource: ["*"] }));
    const required: ReturnType<typeof requiredPermissions> = [];
    table.client.middlewareStack.add(
      (next, context) => async (args) => {
        const operation = String(context.commandName).replace("Command", "");
        const call = { service: "dynamodb" as const, operation, request: args.input };
        required.push(...requiredPermissions(call, "pk"));
        return next(args);
      },
      // after the document client has written the attribute values in DynamoDB's form
      { step: "serialize", priority: "low", name: "recordPermissions" },
    );
    expect((await run()).failed).toBe(false);
    table.client.middlewareStack.remove("recordPermissions");

    const granted = tableStatements().flatMap(({ Action }) => Action);
    expect(new Set(required.map(({ action }) => action))).toEqual(new Set(granted));
    expect(required.filter((permission) => !isAllowed(statements, permission))).toEqual([]);
    const others = required.filter(({ leadingKeys = [] }) =>
      leadingKeys.some((key) => key.startsWith("FIRM#")),
    );
    expect(others.length).toBeGreaterThan(10);
    for (const permission of others) {
      const leadingKeys = permission.leadingKeys?.map((key) => key.replace("FIRM#00000000", "FIRM#9ca3eea6"));
      expect(isAllowed(statements, { ...permission, leadingKeys: leadingKeys ?? [] })).toBe(false);
    }
  });
});
