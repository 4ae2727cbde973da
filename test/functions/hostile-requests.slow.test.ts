import { beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import fc from "fast-check";
import { LIMITS } from "../../shared/schema/limits.ts";
import {
  type HostileRequest,
  hostileFields,
  hostileHeaders,
  hostileIds,
  hostileJsonBodies,
  hostileTextBodies,
} from "../support/hostile-requests.ts";
import { hostileTexts, selectTexts } from "../support/hostile-texts.ts";
import type { ApiResponse } from "../support/http-call.ts";
import { setLimit } from "../support/keys.ts";
import { knownValues } from "../support/openapi/known-values.ts";
import { OPERATIONS } from "../support/openapi/published-document.ts";
import { definitionOf, type RequestWorld, requestWorld } from "../support/openapi/request-world.ts";
import type { KnownValues } from "../support/openapi/valid-values.ts";
import { watchParsers, watchPatterns } from "../support/pattern-inputs.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";
import { violationFields } from "../support/violation-fields.ts";
import { captureQueue } from "../support/webhooks.ts";

const table = useTable();

/** The longest text that a field may hold. */
const CHARACTERS = LIMITS.dataTextCharacters;

/** Zod looks for a number in the key of a map, at each character once. */
const IN_ONE_PASS = ["^-?\\d+(?:\\.\\d+)?$"];

const READS = ["Get", "BatchGet", "Query"];

let world: RequestWorld;
let stages: unknown;
beforeAll(async () => {
  world = await requestWorld(table);
  ({ stages } = (await world.send("get-firm", {})).body);
});

/** Known values by which no request repeats another one, or removes a stage, beside its hostile value. */
const known = (name: string): KnownValues => {
  const { valuesOf, ...values } = knownValues(name, world);
  return {
    ...values,
    isLeftOut: (field) => field === "Idempotency-Key" || values.isLeftOut(field),
    valuesOf: (field, schema) => (field === "stages" ? fc.constant(stages) : valuesOf(field, schema)),
  };
};

describe.each(OPERATIONS)("$name", (operation) => {
  const { name } = operation;
  let target: { readonly key: string; readonly params: Record<string, string> };
  const renewTarget = async () => {
    const key = await world.keyFor(definitionOf(name));
    await setLimit(table, key, LIMITS.requestsPerMinuteMaximum);
    target = { key, params: await world.newParams(name) };
  };
  beforeAll(renewTarget);

  let patterns: ReturnType<typeof watchPatterns>;
  let parsers: ReturnType<typeof watchParsers>;
  let written: string[];
  beforeEach(() => {
    written = [];
    captureQueue(({ body }) => written.push(body));
    patterns = watchPatterns();
    parsers = watchParsers();
    interceptStoreCalls(({ name, send }) => {
      if (!READS.includes(name)) written.push(name);
      return send();
    });
  });

  /** What is wrong with an answer: each is one of the contract's, and a refusal names the field and has written nothing. */
  const problemsOf = ({ status, body }: ApiResponse, field = ""): string[] => {
    if (status < 300) return [];
    // The record is no longer as a valid request needs it.
    const isNamed = field === "" || status === 409 || violationFields({ body }).some(isRelatedTo(field));
    return [
      ...(status < 500 ? [] : ["is a fault"]),
      ...(isNamed ? [] : [`does not name ${field}`]),
      ...written.map((each) => `has written: ${each}`),
    ];
  };

  /** What was given a longer text than a field may hold. */
  const takeCareless = (): string[] => [
    ...patterns.givenMoreThan(CHARACTERS).filter((pattern) => !IN_ONE_PASS.includes(pattern)),
    ...(parsers.takeLongest() > LIMITS.urlCharacters ? ["a parser of the runtime"] : []),
  ];

  const problemsWith = async ({ field, request }: Omit<HostileRequest, "label">): Promise<string[]> => {
    written.length = 0;
    takeCareless();
    const answer = await world.send(name, { ...target, ...request });
    const problems = problemsOf(answer, field);
    const careless = takeCareless().map((each) => `has given all of it to ${each}`);
    // What a request has ended or booked would refuse the next one.
    if (answer.status < 300 && definitionOf(name).method !== "GET") await renewTarget();
    return [...problems, ...careless];
  };

  /** Each is answered as any request, and nothing is given a longer text than a field may hold. */
  const expectOrdinary = async (requests: readonly HostileRequest[]) => {
    for (const { label, ...request } of requests)
      expect([label, ...(await problemsWith(request))]).toEqual([label]);
  };

  it("answers hostile values in each field and parameter", async () => {
    await expectOrdinary(hostileFields(operation, known(name)));
  });

  it("answers hostile values in each header", async () => {
    await expectOrdinary(hostileHeaders(world.requestOf(definitionOf(name))));
  });

  it("answers hostile bodies", async () => {
    const valid = world.requestOf(definitionOf(name));
    const bodies = [...hostileTextBodies(), ...(operation.requestBody ? hostileJsonBodies() : [])];
    await expectOrdinary(bodies.map(([label, body]) => ({ label, request: { ...valid, body } })));
  });

  it("answers hostile ids in its path", async () => {
    await expectOrdinary(hostileIds(target.params));
  });

  // Of a GET, no body is read.
  const isRead = "413" in operation.responses;

  it.each([LIMITS.bodyBytes + 1, 4 * LIMITS.bodyBytes])("decodes no body of %d bytes", async (bytes) => {
    const parse = jest.spyOn(JSON, "parse");
    const valid = world.requestOf(definitionOf(name));
    for (const [kind, text] of selectTexts(hostileTexts(bytes - 20), "email", 1)) {
      const body = JSON.stringify({ email: text }).padEnd(bytes);
      const { status } = await world.send(name, { ...valid, ...target, body });
      expect([kind, status]).toEqual([kind, isRead ? 413 : definitionOf(name).response.status]);
    }
    expect(written).toEqual([]);
    expect(parse.mock.calls.filter(([text]) => text.length > LIMITS.bodyBytes)).toEqual([]);
  });
});

/** A field, what it is in, or a part of it. */
const isRelatedTo = (field: string) => {
  const [beforeKey = ""] = field.split("{}");
  return (named: string) => isWithin(named, beforeKey) || isWithin(beforeKey, named);
};

const isWithin = (part: string, whole: string) =>
  part === whole || part.startsWith(`${whole}.`) || part.startsWith(`${whole}[`);
