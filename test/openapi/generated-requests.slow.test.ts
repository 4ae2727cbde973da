import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import fc, { type Arbitrary } from "fast-check";
import { receiveRequest } from "../../shared/api/operation-request.ts";
import { parseJson } from "../../shared/schema/json-text.ts";
import { definitionOf } from "../support/endpoints.ts";
import { type ApiRequest, type ApiResponse, httpEvent, lambdaContext } from "../support/http-call.ts";
import { combined } from "../support/openapi/combined-cases.ts";
import {
  isDocumented,
  type Part,
  partsOf,
  requestsWith,
  validRequests,
} from "../support/openapi/generated-requests.ts";
import { knownValues } from "../support/openapi/known-values.ts";
import { limitCases } from "../support/openapi/limit-cases.ts";
import { OPERATIONS, type Operation } from "../support/openapi/published-document.ts";
import { type RequestWorld, requestWorld, storedState } from "../support/openapi/request-world.ts";
import type { KnownValues } from "../support/openapi/valid-values.ts";
import { violationCases } from "../support/openapi/violation-cases.ts";
import { rememberReads } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";
import { violationFields } from "../support/violation-fields.ts";
import { captureQueue } from "../support/webhooks.ts";

const table = useTable();

const SEED = 20_261_101;
const VALID_REQUESTS = 5;

/** More cases of an operation than these are combined. */
const MANY = 60;

/** Counts the samples of a test, so that each has a seed of its own. */
let samples = 0;

const generate = <Value>(values: Arbitrary<Value>, numRuns: number): Value[] =>
  fc.sample(values, { seed: SEED + samples++, numRuns });

/** Signing out is answered alike whatever is sent. */
const CHECKED = OPERATIONS.filter(({ name }) => !definitionOf(name).isKeyless);

describe.each(CHECKED)("the operation $name", (operation) => {
  let world: RequestWorld;
  let known: KnownValues;
  beforeAll(async () => {
    world = await requestWorld(table);
    known = knownValues(operation.name, world);
  });
  beforeEach(() => {
    samples = 0;
    captureQueue();
    rememberReads();
  });

  it("refuses requests that the document calls invalid, and names the wrong field", async () => {
    const params = await world.newParams(operation.name);
    const key = await world.keyFor(definitionOf(operation.name));
    const before = await storedState(table, world.firmId);
    const accepted: unknown[] = [];
    const requests = invalidRequests(operation, known);
    expect(requests.length).toBeGreaterThan(1);
    const samples = partsOf(operation).map((part) => requests.find((each) => each.part === part));
    const isSent = (each: (typeof requests)[number]) =>
      samples.includes(each) ||
      !namesOnly(each.field, refusedFields(operation.name, world, { params, ...each.request }));
    for (const { label, field, request } of requests.filter(isSent)) {
      const response = await world.send(operation.name, { key, params, ...request });
      if (!namesField(response, field)) accepted.push({ label, request, ...response.body });
    }
    expect(accepted).toEqual([]);
    expect(await storedState(table, world.firmId)).toEqual(before);
  });

  it("accepts requests that the document calls valid", async () => {
    const refused: unknown[] = [];
    for (const { labels, request } of acceptableRequests(operation, known)) {
      const params = await world.newParams(operation.name);
      const { status, body } = await world.send(operation.name, { params, ...request });
      if (status === 201) await world.discard(operation.name, body.id);
      if (!isAccepted({ status, body }, request)) refused.push({ labels, request, ...body });
    }
    expect(refused).toEqual([]);
  });
});

/**
 * Returns the fields that the contract's schemas refuse. The pipeline then refuses the request for them, whatever is
 * stored: one request of each part is sent to see that.
 */
const refusedFields = (name: string, { firmId }: RequestWorld, request: ApiRequest): string[] => {
  const event = httpEvent({ ...request, headers: { authorization: "Bearer key", ...request.headers } });
  const context = {
    ...lambdaContext(),
    keyIdentity: {
      kind: "api" as const,
      firmId,
      actor: { type: "api_key" as const, id: randomUUID() },
    },
    confirmation: new Promise<never>(() => {}),
    payload: { ...parseJson(event.body ?? ""), bytes: new Uint8Array() },
  };
  return receiveRequest(definitionOf(name), event, context).violations.map(({ field }) => field);
};

const checkedHeaders = new Set<string>();

/** Every operation reads headers by the same code, so one operation meets the limits of each header. */
const isNewHeader = ({ name }: Part, { label }: { readonly label: string }) => {
  if (name !== "headers") return true;
  const isNew = !checkedHeaders.has(label);
  checkedHeaders.add(label);
  return isNew;
};

const acceptableRequests = (operation: Operation, known: KnownValues) => [
  ...generate(validRequests(operation, known), VALID_REQUESTS).map((request) => ({ labels: [], request })),
  ...partsOf(operation).flatMap((part) => {
    const cases = limitCases(part.schema, known).filter((each) => isNewHeader(part, each));
    const values = cases.flatMap(({ label, field, values }) =>
      generate(values, 1).map((value) => ({ label, field, value })),
    );
    const few = values.map(({ label, value }) => ({ labels: [label], value }));
    const valid = values.length > MANY ? combined(part.schema, values) : few;
    return valid.flatMap(({ labels, value }) =>
      generate(requestsWith(operation, known, [part, value]), 1).map((request) => ({ labels, request })),
    );
  }),
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
        .map((request) => ({ part, label, field, request })),
    ),
  );

/** Returns whether a valid request is accepted. Only one for a version that the record does not have is refused. */
const isAccepted = ({ status, body }: Pick<ApiResponse, "status" | "body">, { headers }: ApiRequest) =>
  status < 300 || (body.error.code === "version_conflict" && isVersionList(headers?.["if-match"]));

const isVersionList = (ifMatch: string | undefined) => ifMatch !== undefined && ifMatch !== "*";

type Answer = Pick<ApiResponse, "status" | "body">;

/** Returns whether a response refuses the request for this field and for nothing else. */
const namesField = (response: Answer, field: string) =>
  (response.status === 422 &&
    response.body.error.code === "invalid_request" &&
    namesOnly(field, violationFields(response))) ||
  namesOnly(field, fieldsOfRejected(response));

type EntryOutcome = { readonly details?: readonly { readonly field: string }[] | null };

/** Returns the wrong fields of the entries of a batch, which is answered 200. */
const fieldsOfRejected = ({ status, body }: Answer): string[] => {
  const outcomes: readonly EntryOutcome[] = status === 200 && Array.isArray(body.data) ? body.data : [];
  return outcomes.flatMap(({ details }, index) =>
    (details ?? []).map(({ field }) =>
      field === "entry" ? `entries[${index}]` : `entries[${index}].${field}`,
    ),
  );
};

const namesOnly = (field: string, named: readonly string[]) =>
  named.length > 0 && named.every((each) => isRelated(each, field));

/** Returns whether a field is the other, contains it or is a part of it. The keys of a map are not compared. */
const isRelated = (named: string, field: string) => {
  const [beforeKey = ""] = field.split("{}");
  return beforeKey === "" || isWithin(named, beforeKey) || isWithin(beforeKey, named);
};

const isWithin = (part: string, whole: string) =>
  part === whole || part.startsWith(`${whole}.`) || part.startsWith(`${whole}[`);
