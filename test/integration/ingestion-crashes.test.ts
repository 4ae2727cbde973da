import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { LIMITS } from "../../shared/api/schema/limits.ts";
import { newFirm } from "../support/firms.ts";
import { ALMOST_OVER, type ApiResponse, call } from "../support/http-call.ts";
import {
  deliver,
  GRACE,
  listInboundDeliveries,
  readLeads,
  readSourceItems,
  replayInboundDelivery,
} from "../support/ingestion.ts";
import { createTestSource, type TestSource } from "../support/sources.ts";
import { interceptStoreCalls, recordStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
let firm: Awaited<ReturnType<typeof newFirm>>;
let source: TestSource;
beforeEach(async () => {
  firm = await newFirm(table);
  source = await createTestSource(firm.apiKey);
});

const MURRAY = { ...GRACE, lastName: "Murray" };

/** The delivery to replay: the first one of `before`. */
let lastId = "";

type Action = {
  readonly name: string;
  /** Bodies to deliver before the action. */
  readonly before: unknown[];
  readonly act: () => Promise<ApiResponse>;
  readonly outcome: string;
  readonly leads: number;
};

const ACTIONS: readonly Action[] = [
  { name: "a new lead", before: [], act: () => deliver(source.secret), outcome: "created", leads: 1 },
  { name: "a duplicate", before: [GRACE], act: () => deliver(source.secret), outcome: "duplicate", leads: 1 },
  {
    name: "a change",
    before: [GRACE],
    act: () => deliver(source.secret, MURRAY),
    outcome: "updated",
    leads: 1,
  },
  {
    name: "a rejected delivery",
    before: [],
    act: () => deliver(source.secret, "{"),
    outcome: "rejected",
    leads: 0,
  },
  {
    name: "a replay",
    before: [GRACE, { ...MURRAY, tooLargeAtFirst: "x".repeat(LIMITS.bodyBytes) }],
    act: () => replayInboundDelivery(firm.apiKey, source.id, lastId),
    outcome: "updated",
    leads: 1,
  },
];

/** Creates a firm and a source that the functions have already cached. */
const arrange = async ({ before }: Action) => {
  firm = await newFirm(table);
  source = await createTestSource(firm.apiKey);
  for (const body of ["{", ...before]) await deliver(source.secret, body);
  lastId = (await listInboundDeliveries(firm.apiKey, source.id))[0].id;
};

const stored = async () => ({
  leads: await readLeads(table, firm.firmId),
  items: await readSourceItems(table, firm.firmId, source.id),
});

/** Checks that all of the action was stored, or nothing, and returns which. */
const expectAllOrNothing = async (
  { outcome, leads }: Action,
  untouched: Awaited<ReturnType<typeof stored>>,
) => {
  const after = await stored();
  const seen = new Set(untouched.items.map(({ sk }) => sk));
  const deliveries = after.items.filter(({ sk, body }) => body && !seen.has(sk));
  if (deliveries.length === 0) expect(after).toEqual(untouched);
  else expect([deliveries.map((each) => each.outcome), after.leads.length]).toEqual([[outcome], leads]);
  return deliveries.length > 0;
};

/** Makes the nth and all later store calls fail: before they are sent or after they succeeded. */
const failAt = (nth: number, when: "before" | "after", fault: () => Error) => {
  let calls = 0;
  interceptStoreCalls(async ({ send }) => {
    const isLast = calls++ >= nth;
    if (isLast && when === "before") throw fault();
    const response = await send();
    if (isLast) throw fault();
    return response;
  });
};

/** The index of the call that stores the action. The first write of a duplicate fails in any case. */
const storingCall = ({ name }: Action, calls: number) => (name === "a duplicate" ? 0 : calls - 1);

const timeout = () => Object.assign(new Error("timed out"), { name: "TimeoutError" });

describe.each(["before", "after"] as const)("a store that fails %s any of its calls", (when) => {
  it.each(ACTIONS)("responds 503 to $name and writes all of it or nothing", async (action) => {
    await arrange(action);
    const calls = (await recordStoreCalls(action.act)).length;
    expect(calls).toBeGreaterThan(0);
    for (let nth = 0; nth < calls; nth++) {
      await arrange(action);
      const untouched = await stored();
      failAt(nth, when, timeout);
      const response = await action.act();
      jest.restoreAllMocks();
      expect([response.status, response.body.error.code]).toEqual([503, "unavailable"]);
      expect(await expectAllOrNothing(action, untouched)).toBe(
        when === "after" && nth >= storingCall(action, calls),
      );
      expect((await action.act()).status).not.toBe(503);
      expect(await readLeads(table, firm.firmId)).toHaveLength(action.leads);
    }
  });
});

describe("a conflicting write", () => {
  const conflict = () =>
    new TransactionCanceledException({
      message: "conflict",
      $metadata: {},
      CancellationReasons: [{ Code: "TransactionConflict" }],
    });

  it("is retried until it succeeds", async () => {
    let conflicts = 3;
    interceptStoreCalls(async ({ name, send }) => {
      if (name === "TransactWrite" && conflicts-- > 0) throw conflict();
      return send();
    });
    const response = await deliver(source.secret);
    jest.restoreAllMocks();
    expect([response.status, conflicts]).toEqual([201, -1]);
    expect(await listInboundDeliveries(firm.apiKey, source.id)).toHaveLength(1);
  });

  it("is 503 after the last retry, and nothing is stored", async () => {
    jest.spyOn(Math, "random").mockReturnValue(0);
    interceptStoreCalls(async ({ name, send }) => {
      if (name === "TransactWrite") throw conflict();
      return send();
    });
    const response = await call(createLead, { key: source.secret, body: GRACE }, ALMOST_OVER);
    jest.restoreAllMocks();
    expect([response.status, response.headers["retry-after"]]).toEqual([503, "1"]);
    expect(await readSourceItems(table, firm.firmId, source.id)).toEqual([]);
  });
});
