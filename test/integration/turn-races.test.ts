import { EventEmitter, once } from "node:events";
import timers from "node:timers/promises";
import { ProvisionedThroughputExceededException } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as updateFirm } from "../../functions/settings/update-firm.ts";
import { ringOf } from "../../shared/routing/ring.rules.ts";
import { memberKey } from "../../shared/table/record-keys.ts";
import { captureLog } from "../support/capture-log.ts";
import { call } from "../support/http-call.ts";
import { GRACE } from "../support/ingestion.ts";
import { ADA, countLeads, readLeads } from "../support/leads.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { changeAttribute, SETTINGS_CACHE_MILLISECONDS } from "../support/settings.ts";
import { FAR_DEADLINE } from "../support/simulated-time.ts";
import { interceptStoreCalls, type StoreCall } from "../support/store-calls.ts";
import { sdkError } from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { useSource } from "../support/use-source.ts";

const table = useTable();
const store = useLossyStore();
const firm = useFirm(table);
const source = useSource(firm);

const WEIGHTS = [5, 4, 2];
let ids: readonly string[];
/** The places that were answered to leads, in each ring. */
let places: string[];

const realNow = Date.now;
let aheadMilliseconds = 0;

const isTurn = ({ input }: StoreCall) => JSON.stringify(input).includes("TURNS#");

let limit: "real" | "none" = "real";

/** Makes the waits for a turn that takes too long ten times as long. */
const liftTheLimit = () => {
  const { setTimeout: wait } = timers;
  const isLimit = (milliseconds = 0) => milliseconds === 3_000;
  jest
    .spyOn(timers, "setTimeout")
    .mockImplementation((milliseconds, ...rest) =>
      wait((milliseconds ?? 0) * (isLimit(milliseconds) ? 10 : 1), ...rest),
    );
  const later = globalThis.setTimeout;
  jest
    .spyOn(globalThis, "setTimeout")
    .mockImplementation(((run: () => void, milliseconds?: number) =>
      later(run, (milliseconds ?? 0) * (isLimit(milliseconds) ? 10 : 1))) as typeof setTimeout);
};

/** Passes calls on, and notes which places they take. */
const notePlaces = (fault: (storeCall: StoreCall) => Promise<unknown> = ({ send }) => send()) => {
  jest.restoreAllMocks();
  captureLog();
  jest.spyOn(Date, "now").mockImplementation(() => realNow() + aheadMilliseconds);
  if (limit === "none") liftTheLimit();
  interceptStoreCalls(async (storeCall) => {
    const answer = await fault(storeCall);
    if (isTurn(storeCall))
      places.push(`${Object(storeCall.input.Key).sk} ${Object(answer).Attributes.turns}`);
    return answer;
  });
};

const route = async (weights: readonly number[]) => {
  const members = weights.map((weight, index) => ({ id: ids[index], weight }));
  const response = await firm.send(updateFirm, { body: { routing: [{ key: "all", members }] } });
  expect(response.status).toBe(200);
  // No instance has the settings of before.
  aheadMilliseconds += SETTINGS_CACHE_MILLISECONDS;
};

beforeEach(async () => {
  places = [];
  notePlaces();
  ids = (await Promise.all(["Ana", "Ben", "Cy"].map((name) => firm.addMember({ name })))).map(({ id }) => id);
  await route(WEIGHTS);
});

const createByApi = (key: string) =>
  firm.send(createLead, { body: ADA, headers: { "idempotency-key": key } }, FAR_DEADLINE);
const deliver = (externalId: string) =>
  call(createLead, { key: source.secret, body: { ...GRACE, externalId } }, FAR_DEADLINE);

/** Creates leads at once, half of them by the API. */
const createTogether = (count: number, name = "lead") =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      (index % 2 === 0 ? createByApi : deliver)(`${name}-${index}`),
    ),
  );

const statuses = (responses: readonly { status: number }[]) => [
  ...new Set(responses.map(({ status }) => status)),
];

/** Returns how many leads each member has, and how many nobody has. */
const owners = async () => {
  const leads = await readLeads(table, firm.firmId);
  return [...ids, undefined].map((id) => leads.filter(({ assigneeId }) => assigneeId === id).length);
};

/** Returns the same for places of a ring, counted from 1. */
const ownersOf = (taken: readonly number[], weights: readonly number[] = WEIGHTS) => {
  const ring = ringOf(weights);
  const indexes = taken.map((place) => ring[(place - 1) % ring.length]);
  return [...ids.map((_, index) => indexes.filter((each) => each === index).length), 0];
};

const firstPlaces = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("50 leads created at once, by the API and by a source", () => {
  // No turn takes too long because this machine is busy.
  beforeEach(() => {
    limit = "none";
    notePlaces();
  });
  afterEach(() => {
    limit = "real";
  });

  it("take one place each, and go to the members of these places", async () => {
    expect(statuses(await createTogether(50))).toEqual([201]);
    expect(new Set(places).size).toBe(50);
    expect(places).toHaveLength(50);
    // A busy store may make the SDK repeat a call, which skips a place.
    expect(await owners()).toEqual(ownersOf(places.map((place) => Number(place.split(" ")[1]))));
  });

  it("take one place each while answers to turns and writes get lost", async () => {
    // The SDK repeats a lost answer without jitter.
    jest.spyOn(Math, "random").mockReturnValue(0);
    // The SDK has a budget of repeats.
    store.reset({ loses: ({ position, attempt }) => position <= 30 && attempt === 1 });
    expect(statuses(await createTogether(50))).toEqual([201]);
    store.reset();
    expect(new Set(places).size).toBe(50);
    expect(await countLeads(table, firm.firmId)).toBe(50);
    expect((await owners()).at(-1)).toBe(0);
  });

  it("take one place each when functions end between turn and write, and their callers repeat", async () => {
    let writes = 0;
    notePlaces(async ({ name, send }) => {
      if (name === "TransactWrite" && writes++ % 2 === 0) throw sdkError("InternalServerError");
      return send();
    });
    const first = await createTogether(50);
    expect(statuses(first).sort()).toEqual([201, 503]);
    notePlaces();
    expect(statuses(await createTogether(50)).sort()).toEqual([200, 201]);
    expect(new Set(places).size).toBe(places.length);
    expect(places).toHaveLength(75);
    expect(await countLeads(table, firm.firmId)).toBe(50);
    expect((await owners()).at(-1)).toBe(0);
  });

  it("take one place each of the ring of their moment while the list changes", async () => {
    const [first, , second] = await Promise.all([
      createTogether(25, "first"),
      route([1, 1]),
      createTogether(25, "second"),
    ]);
    expect(statuses([...first, ...second])).toEqual([201]);
    expect(new Set(places).size).toBe(50);
    await createTogether(2, "third");
    expect((await owners()).at(-1)).toBe(0);
  });
});

describe("a list with other weights", () => {
  it("begins a new ring at its first place, and so does the former one when it comes back", async () => {
    for (const weights of [WEIGHTS, [1, 3], WEIGHTS]) {
      const before = await owners();
      await route(weights);
      for (let count = 1; count <= 3; count++) {
        await createByApi(`${places.length}`);
        const taken = (await owners()).map((each, index) => each - (before[index] ?? 0));
        expect(taken).toEqual(ownersOf(firstPlaces(count), weights));
      }
    }
  });
});

describe("repeats", () => {
  it.each([
    ["of an Idempotency-Key", createByApi, 201],
    ["of an external id", deliver, 200],
  ])("%s take no turn", async (_, send, status) => {
    for (const name of ["a", "b"]) expect((await send(name)).status).toBe(201);
    for (const name of ["a", "b", "a"]) expect((await send(name)).status).toBe(status);
    expect(places).toHaveLength(2);
  });
});

describe("members who cannot take a lead", () => {
  const IS_OFF = [{ startAt: "2020-01-01T00:00:00.000Z", endAt: "2090-01-01T00:00:00.000Z", reason: "" }];
  const set = (index: number, name: string, value: unknown) =>
    changeAttribute(table, memberKey(firm.firmId, ids[index] ?? ""), name, value);

  it("are skipped, each at a place of its own", async () => {
    await set(0, "active", false);
    await set(1, "timeOff", IS_OFF);
    await createTogether(3);
    const [ana, ben, cy, nobody] = await owners();
    expect([ana, ben]).toEqual([0, 0]);
    expect(cy).toBeGreaterThan(0);
    // Another lead may take the one place of a round.
    expect((cy ?? 0) + (nobody ?? 0)).toBe(3);
    expect(new Set(places).size).toBe(places.length);
  });

  it("leave a lead to nobody, without a write, if they are all", async () => {
    for (const index of [0, 1, 2]) await set(index, "active", false);
    expect(statuses(await createTogether(2))).toEqual([201]);
    expect(places).toEqual([]);
    expect(await owners()).toEqual([0, 0, 0, 2]);
    expect((await readLeads(table, firm.firmId)).map(({ turnOwed }) => turnOwed)).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe("a turn that cannot be had", () => {
  const owed = async () => (await readLeads(table, firm.firmId)).map(({ turnOwed }) => turnOwed);

  it.each<[string, () => Promise<unknown>]>([
    [
      "because the counter is throttled",
      () => Promise.reject(new ProvisionedThroughputExceededException({ message: "", $metadata: {} })),
    ],
    ["because the function may not take it", () => Promise.reject(sdkError("AccessDeniedException"))],
  ])("%s is owed to the lead", async (_, fail) => {
    notePlaces((storeCall) => (isTurn(storeCall) ? fail() : storeCall.send()));
    expect(statuses(await createTogether(2))).toEqual([201]);
    expect(await owners()).toEqual([0, 0, 0, 2]);
    expect(await owed()).toEqual([true, true]);
  });

  it("within three seconds is owed to the lead, which is created then", async () => {
    const goOn = new EventEmitter();
    store.reset({ before: ({ position }) => (position === 1 ? once(goOn, "now") : undefined) });
    const startedAt = process.hrtime.bigint();
    // Its turn has no answer until later.
    expect((await createByApi("slow")).status).toBe(201);
    const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
    expect(await owed()).toEqual([true]);
    goOn.emit("now");
    expect(seconds).toBeGreaterThan(2.9);
  });
});
