import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import fc, { type Arbitrary } from "fast-check";
import type { ApiRequest, ApiResponse } from "../support/http-call.ts";
import { isDocumented, partsOf, requestsWith, validRequests } from "../support/openapi/generated-requests.ts";
import { knownValues } from "../support/openapi/known-values.ts";
import { limitCases } from "../support/openapi/limit-cases.ts";
import { OPERATIONS, type Operation } from "../support/openapi/published-document.ts";
import {
  definitionOf,
  type RequestWorld,
  requestWorld,
  storedState,
} from "../support/openapi/request-world.ts";
import type { KnownValues } from "../support/openapi/valid-values.ts";
import { violationCases } from "../support/openapi/violation-cases.ts";
import { useTable } from "../support/test-table.ts";
import { violationFields } from "../support/violation-fields.ts";
import { captureQueue } from "../support/webhooks.ts";

const table = useTable();

const SEED = 20_261_101;
const VALID_REQUESTS = 8;

/** Counts the samples of a test, so that each has a seed of its own. */
let samples = 0;

const generate = <Value>(values: Arbitrary<Value>, numRuns: number): Value[] =>
  fc.sample(values, { seed: SEED + samples++, numRuns });

describe.each(OPERATIONS)("the operation $name", (operation) => {
  let world: RequestWorld;
  let known: KnownValues;
  beforeAll(async () => {
    world = await requestWorld(table);
    known = knownValues(operation.name, world);
  });
  beforeEach(() => {
    samples = 0;
  });

  it("refuses requests that the document calls invalid, and names the wrong field", async () => {
    captureQueue();
    const params = await world.newParams(operation.name);
    const key = await world.keyFor(definitionOf(operation.name));
    const before = await storedState(table, world.firmId);
    const accepted: unknown[] = [];
    const requests = invalidRequests(operation, known);
    expect(requests.length).toBeGreaterThan(1);
    for (const { label, field, request } of requests) {
      const response = await world.send(operation.name, { key, params, ...request });
      if (!namesField(response, field)) accepted.push({ label, request, ...response.body });
    }
    expect(accepted).toEqual([]);
    expect(await storedState(table, world.firmId)).toEqual(before);
  });

  it("accepts requests that the document calls valid", async () => {
    captureQueue();
    const refused: unknown[] = [];
    for (const { label, request } of acceptableRequests(operation, known)) {
      const params = await world.newParams(operation.name);
      const { status, body } = await world.send(operation.name, { params, ...request });
      if (status === 201) await world.discard(operation.name, body.id);
      if (!isAccepted({ status, body }, request)) refused.push({ label, request, ...body });
    }
    expect(refused).toEqual([]);
  });
});

const acceptableRequests = (operation: Operation, known: KnownValues) => [
  ...generate(validRequests(operation, known), VALID_REQUESTS).map((request) => ({ label: "", request })),
  ...partsOf(operation).flatMap((part) =>
    limitCases(part.schema, known).flatMap(({ label, values }) =>
      generate(values, 1)
        .flatMap((value) => generate(requestsWith(operation, known, [part, value]), 1))
        .map((request) => ({ label, request })),
    ),
  ),
];

/** An unusable value of these counts as absent. */
const LENIENT = ["limit"];

describe.each(OPERATIONS.filter(({ parameters }) => parameters.some(({ name }) => LENIENT.includes(name))))(
  "an unusable limit of $name",
  ({ name }) => {
    it("counts as absent", async () => {
      const world = await requestWorld(table);
      const params = await world.newParams(name);
      const { query = {} } = world.requestOf(definitionOf(name));
      const absent = await world.send(name, { params, query });
      for (const limit of ["0", "201", "-1", "1.5", "abc", ""]) {
        const response = await world.send(name, { params, query: { ...query, limit } });
        expect([limit, response.status, response.body]).toEqual([limit, 200, absent.body]);
      }
    });
  },
);

const invalidRequests = (operation: Operation, known: KnownValues) =>
  partsOf(operation).flatMap((part) =>
    violationCases(part.schema, known).flatMap(({ label, field, values }) =>
      generate(values, 1)
        .filter((value) => !isDocumented(part, value) && !LENIENT.includes(field))
        .flatMap((value) => generate(requestsWith(operation, known, [part, value]), 1))
        .map((request) => ({ label, field, request })),
    ),
  );

/** Returns whether a valid request is accepted. Only one for a version that the record does not have is refused. */
const isAccepted = ({ status, body }: Pick<ApiResponse, "status" | "body">, { headers }: ApiRequest) =>
  status < 300 || (body.error.code === "version_conflict" && isVersionList(headers?.["if-match"]));

const isVersionList = (ifMatch: string | undefined) => ifMatch !== undefined && ifMatch !== "*";

/** Returns whether a response refuses the request for this field and for nothing else. */
const namesField = (response: Pick<ApiResponse, "status" | "body">, field: string) =>
  response.status === 422 &&
  response.body.error.code === "invalid_request" &&
  violationFields(response).length > 0 &&
  violationFields(response).every((each) => isRelated(each, field));

/** Returns whether a field is the other, contains it or is a part of it. The keys of a map are not compared. */
const isRelated = (named: string, field: string) => {
  const [beforeKey = ""] = field.split("{}");
  return beforeKey === "" || isWithin(named, beforeKey) || isWithin(beforeKey, named);
};

const isWithin = (part: string, whole: string) =>
  part === whole || part.startsWith(`${whole}.`) || part.startsWith(`${whole}[`);
