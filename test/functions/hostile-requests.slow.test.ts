import { beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { LIMITS } from "../../shared/schema/limits.ts";
import { captureLog } from "../support/capture-log.ts";
import { definitionOf } from "../support/endpoints.ts";
import { largeBodies } from "../support/hostile-bodies.ts";
import type { HostileRequest } from "../support/hostile-requests.ts";
import { type HostileWorld, hostileWorld } from "../support/hostile-world.ts";
import type { ApiResponse } from "../support/http-call.ts";
import { OPERATIONS } from "../support/openapi/published-document.ts";
import { watchParsers, watchPatterns } from "../support/pattern-inputs.ts";
import { rememberReads } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";
import { violationFields } from "../support/violation-fields.ts";
import { captureQueue } from "../support/webhooks.ts";

const table = useTable();

/** The longest text that a field may hold. */
const CHARACTERS = LIMITS.dataTextCharacters;

/** Zod's pattern for a number in the key of a map. It looks at each character once. */
const IN_ONE_PASS = ["^-?\\d+(?:\\.\\d+)?$"];

/** The statuses of a refusal because of the record's state or the key's. */
const OF_STATE = [401, 404, 409];

/** Long enough for a whole record, and for an error that names a hundred fields. */
const ANSWER_CHARACTERS = 100_000;
const LOG_LINE_CHARACTERS = 10_000;

let world: HostileWorld;
beforeAll(async () => {
  world = await hostileWorld(table);
});

describe.each(OPERATIONS)("$name", (operation) => {
  const { name } = operation;
  let target: Awaited<ReturnType<HostileWorld["newTarget"]>>;
  let isChanged = false;
  const renewTarget = async () => {
    target = await world.newTarget(name);
    isChanged = false;
  };
  beforeAll(renewTarget);

  let patterns: ReturnType<typeof watchPatterns>;
  let parsers: ReturnType<typeof watchParsers>;
  let written: string[];
  let log: string[];
  beforeEach(() => {
    written = [];
    log = captureLog();
    captureQueue(({ body }) => written.push(body));
    patterns = watchPatterns();
    parsers = watchParsers();
    rememberReads((write) => written.push(write));
  });

  /** Returns what is wrong with an answer: it must be no fault, and a refusal must name the field and write nothing. */
  const problemsOf = ({ status, body }: ApiResponse, field = ""): string[] => {
    if (status < 300) return [];
    // After a 409, the record no longer has the state that a request needs.
    const isNamed = field === "" || status === 409 || violationFields({ body }).some(isRelatedTo(field));
    return [
      ...(status < 500 ? [] : ["is a fault"]),
      ...(isNamed ? [] : [`does not name ${field}`]),
      ...written.map((each) => `has written: ${each}`),
    ];
  };

  /** Returns what is too long: the answer to a hostile request, or a line of its log. */
  const longOf = ({ body }: ApiResponse): string[] => [
    ...(JSON.stringify(body ?? "").length < ANSWER_CHARACTERS ? [] : ["is answered at length"]),
    ...(log.every(({ length }) => length < LOG_LINE_CHARACTERS) ? [] : ["is logged at length"]),
  ];

  /** Returns what was given a longer text than a field may hold. */
  const takeCareless = (): string[] => [
    ...patterns.givenMoreThan(CHARACTERS).filter((pattern) => !IN_ONE_PASS.includes(pattern)),
    ...(parsers.takeLongest() > LIMITS.urlCharacters ? ["a parser of the runtime"] : []),
  ];

  const problemsWith = async (hostile: Omit<HostileRequest, "label" | "part">): Promise<string[]> => {
    written.length = 0;
    takeCareless();
    log.length = 0;
    const answer = await world.send(name, { ...target, ...hostile.request });
    // An earlier request may have ended or booked what this one needs.
    if (isChanged && OF_STATE.includes(answer.status)) {
      await renewTarget();
      return problemsWith(hostile);
    }
    isChanged ||= answer.status < 300 && definitionOf(name).method !== "GET";
    const careless = takeCareless().map((each) => `has given all of it to ${each}`);
    return [...problemsOf(answer, hostile.field), ...longOf(answer), ...careless];
  };

  /** Expects that each gets an ordinary answer, and that nothing is given a longer text than a field may hold. */
  const expectOrdinary = async (requests: readonly HostileRequest[]) => {
    for (const { label, ...request } of requests)
      expect([label, ...(await problemsWith(request))]).toEqual([label]);
  };

  it("answers hostile values in each field and parameter", async () => {
    await expectOrdinary(world.hostileRequests(operation).fields());
  });

  it("answers hostile values in each header", async () => {
    await expectOrdinary(world.hostileRequests(operation).headers());
  });

  it("answers hostile bodies", async () => {
    await expectOrdinary(world.hostileRequests(operation).bodies());
  });

  it("answers hostile ids in its path", async () => {
    await expectOrdinary(world.hostileRequests(operation).ids(target.params));
  });

  // The body of a GET is not read.
  const isRead = "413" in operation.responses;

  it.each([LIMITS.bodyBytes + 1, 4 * LIMITS.bodyBytes])("decodes no body of %d bytes", async (bytes) => {
    const parse = jest.spyOn(JSON, "parse");
    const valid = world.requestOf(definitionOf(name));
    for (const [kind, body] of largeBodies(bytes)) {
      const { status } = await world.send(name, { ...valid, ...target, body });
      expect([kind, status]).toEqual([kind, isRead ? 413 : definitionOf(name).response.status]);
    }
    expect(written).toEqual([]);
    expect(parse.mock.calls.filter(([text]) => text.length > LIMITS.bodyBytes)).toEqual([]);
  });
});

/** Matches a field, its container and its parts. */
const isRelatedTo = (field: string) => {
  const [beforeKey = ""] = field.split("{}");
  return (named: string) => isWithin(named, beforeKey) || isWithin(beforeKey, named);
};

const isWithin = (part: string, whole: string) =>
  part === whole || part.startsWith(`${whole}.`) || part.startsWith(`${whole}[`);
