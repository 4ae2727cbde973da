import { beforeAll, describe, expect, it } from "@jest/globals";
import type { EndpointDefinition } from "../../shared/api/endpoint-definition.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { captureLog } from "../support/capture-log.ts";
import { everyEndpoint } from "../support/every-endpoint.ts";
import type { ApiResponse } from "../support/http-call.ts";
import { useTable } from "../support/test-table.ts";
import { captureQueue } from "../support/webhooks.ts";

const table = useTable();
let api: Awaited<ReturnType<typeof everyEndpoint>>;
beforeAll(async () => {
  api = await everyEndpoint(table);
});

const BODY_BYTES = 64 * 1024;
const ANSWER_BYTES = 100_000;
const LOG_LINE_BYTES = 10_000;

/** JSON values that fill a body, each in a way of its own. */
const fillers = (bytes: number): string[] => {
  const list = (entry: string) => `[${Array(Math.floor(bytes / (entry.length + 1))).fill(entry)}]`;
  const map = (value: string) =>
    `{${Array.from({ length: Math.floor(bytes / 16) }, (_, index) => `"k${index}":${value}`)}}`;
  return [
    ...["0", "{}", "[]", '"x"', "null"].map(list),
    ...["0", '"a.b"'].map(map),
    `{"${"x".repeat(bytes)}":"y"}`,
    `"${"x".repeat(bytes)}"`,
    `"${"\u200b".repeat(bytes / 3)}"`,
    `"${"\\u0001".repeat(bytes / 6)}"`,
    `"${"a.".repeat(bytes / 2)}"`,
    "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
  ];
};

/** A body with one field's value replaced by JSON text. */
const bodyWith = (body: unknown, field: string, value: string) => {
  const { [field]: _, ...others } = Object(body);
  return JSON.stringify({ ...others, replaced: 0 }).replace('"replaced":0', () => `"${field}":${value}`);
};

const fieldsOf = ({ body }: EndpointDefinition): string[] => {
  const schema = body?.();
  return schema && "shape" in schema ? Object.keys(Object(schema.shape)) : [];
};

const CASES = ENDPOINTS.filter(({ body }) => body !== undefined).flatMap((definition) =>
  fieldsOf(definition).map((field) => ({ definition, name: definition.name, field })),
);

const cpuMilliseconds = async (act: () => Promise<unknown>) => {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** The least of up to three runs: garbage collection counts as CPU time, and hits a run by chance. */
const leastCpuMilliseconds = async (limit: number, act: () => Promise<unknown>) => {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 1; run <= 3 && least >= limit; run += 1) least = Math.min(least, await cpuMilliseconds(act));
  return least;
};

describe("a body of 64 KB is answered like any other", () => {
  it.each(CASES)("whatever $field of $name holds", async ({ definition, field }) => {
    captureQueue();
    const log = captureLog();
    const params = await api.paramsOf(definition);
    const { body } = api.requestOf(definition);
    const padded = { ...Object(body), padding: "x".repeat(BODY_BYTES - 4_000) };
    await api.send(definition, { params, body: padded });
    const usual = await cpuMilliseconds(() => api.send(definition, { params, body: padded }));
    for (const filler of fillers(BODY_BYTES - 4_000)) {
      const request = { params, body: bodyWith(body, field, filler) };
      let answer: ApiResponse | undefined;
      const limit = 10 * usual + 250;
      const cpu = await leastCpuMilliseconds(limit, async () => {
        answer = await api.send(definition, request);
      });
      expect(answer?.status).toBeLessThan(500);
      expect(JSON.stringify(answer?.body ?? "").length).toBeLessThan(ANSWER_BYTES);
      expect(cpu).toBeLessThan(limit);
    }
    expect(Math.max(...log.map((line) => line.length))).toBeLessThan(LOG_LINE_BYTES);
  });
});
