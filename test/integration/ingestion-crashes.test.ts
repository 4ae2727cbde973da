import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import { newFirm } from "../support/firms.ts";
import type { ApiResponse } from "../support/http-call.ts";
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

/** The first delivery of what an action finds done before it. */
let firstId = "";

type Action = {
  readonly name: string;
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
  { name: "a refusal", before: [], act: () => deliver(source.secret, "{"), outcome: "rejected", leads: 0 },
  {
    name: "a replay",
    before: [GRACE, MURRAY],
    act: () => replayInboundDelivery(firm.apiKey, source.id, firstId),
    outcome: "updated",
    leads: 1,
  },
];

/** A firm and a source of the action's own, both of which the functions have read already. */
const arrange = async ({ before }: Action) => {
  firm = await newFirm(table);
  source = await createTestSource(firm.apiKey);
  for (const body of ["{", ...before]) await deliver(source.secret, body);
  firstId = (await listInboundDeliveries(firm.apiKey, source.id)).at(-2)?.id;
};

const stored = async () => ({
  leads: await readLeads(table, firm.firmId),
  items: await readSourceItems(table, firm.firmId, source.id),
});

/** What of an action is there: nothing, or all of it, whichever call failed. */
const written = async ({ outcome, leads }: Action, untouched: Awaited<ReturnType<typeof stored>>) => {
  const after = await stored();
  const seen = new Set(untouched.items.map(({ sk }) => sk));
  const deliveries = after.items.filter(({ sk, body }) => body && !seen.has(sk));
  if (deliveries.length === 0) expect(after).toEqual(untouched);
  else expect([deliveries.map((each) => each.outcome), after.leads.length]).toEqual([[outcome], leads]);
  return deliveries.length > 0;
};

/** Fails at one call to the store: before it is sent or after it was done. */
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

/** The first try of what is known already is refused by the store itself: no fault comes after it. */
const doneBy = ({ name }: Action, calls: number) => (name === "a duplicate" ? 0 : calls - 1);

const down = () => Object.assign(new Error("down"), { name: "TimeoutError" });

describe.each(["before", "after"] as const)("a store that fails %s any of its calls", (when) => {
  it.each(ACTIONS)("answers 503 to $name, and leaves all of it or nothing", async (action) => {
    await arrange(action);
    const calls = (await recordStoreCalls(action.act)).length;
    for (let nth = 0; nth < calls; nth++) {
      await arrange(action);
      const untouched = await stored();
      failAt(nth, when, down);
      const response = await action.act();
      jest.restoreAllMocks();
      expect([response.status, response.body.error.code]).toEqual([503, "unavailable"]);
      expect(await written(action, untouched)).toBe(when === "after" && nth >= doneBy(action, calls));
      expect((await action.act()).status).not.toBe(503);
      expect(await readLeads(table, firm.firmId)).toHaveLength(action.leads);
    }
  });
});

describe("a write that conflicts with another", () => {
  const conflict = () =>
    new TransactionCanceledException({
      message: "conflict",
      $metadata: {},
      CancellationReasons: [{ Code: "TransactionConflict" }],
    });

  it("is decided again until it can be made", async () => {
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

  it("is 503 when it never can, and nothing is kept", async () => {
    jest.spyOn(Math, "random").mockReturnValue(0);
    interceptStoreCalls(async ({ name, send }) => {
      if (name === "TransactWrite") throw conflict();
      return send();
    });
    const response = await deliver(source.secret);
    jest.restoreAllMocks();
    expect([response.status, response.headers["retry-after"]]).toEqual([503, "1"]);
    expect(await readSourceItems(table, firm.firmId, source.id)).toEqual([]);
  });
});
