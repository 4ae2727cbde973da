import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { describe, expect, it, jest } from "@jest/globals";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { LIMITS } from "../../shared/api/schema/limits.ts";
import { ALMOST_OVER, type ApiResponse, call } from "../support/http-call.ts";
import { GRACE, readSourceItems } from "../support/ingestion.ts";
import { readLeads } from "../support/leads.ts";
import { interceptStoreCalls, recordStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { useSource } from "../support/use-source.ts";

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm);

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
  { name: "a new lead", before: [], act: () => source.deliver(), outcome: "created", leads: 1 },
  { name: "a duplicate", before: [GRACE], act: () => source.deliver(), outcome: "duplicate", leads: 1 },
  {
    name: "a change",
    before: [GRACE],
    act: () => source.deliver(MURRAY),
    outcome: "updated",
    leads: 1,
  },
  {
    name: "a rejected delivery",
    before: [],
    act: () => source.deliver("{"),
    outcome: "rejected",
    leads: 0,
  },
  {
    name: "a replay",
    before: [GRACE, { ...MURRAY, tooLargeAtFirst: "x".repeat(LIMITS.bodyBytes) }],
    act: () => source.replay(lastId),
    outcome: "updated",
    leads: 1,
  },
];

/** Creates a firm and a source that the functions have already cached. */
const arrange = async ({ before }: Action) => {
  await firm.renew();
  await source.replace({});
  for (const body of ["{", ...before]) await source.deliver(body);
  lastId = await source.lastId();
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
      // The last call stores the action.
      expect(await expectAllOrNothing(action, untouched)).toBe(when === "after" && nth === calls - 1);
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
    const response = await source.deliver();
    jest.restoreAllMocks();
    expect([response.status, conflicts]).toEqual([201, -1]);
    expect(await source.listDeliveries()).toHaveLength(1);
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
