import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import type { RoutingRule } from "../../shared/settings/firm.rules.ts";
import { memberKey } from "../../shared/table/record-keys.ts";
import { captureLog } from "../support/capture-log.ts";
import { changeBeforeWrite } from "../support/changes-between-calls.ts";
import { ADA } from "../support/leads.ts";
import { newRule } from "../support/routing.ts";
import { changeAttribute, changeSetting } from "../support/settings.ts";
import { crashAtCall, interceptStoreCalls, type StoreCall } from "../support/store-calls.ts";
import { sdkError } from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";
import { at, DUE, useLeadInstants } from "../support/use-lead-instants.ts";

const table = useTable({ stream: true });
const leads = useLeadInstants(table, beforeEach);
const { fixture, send, newAttorney, book, sweepAt, storeLead, patchLead, toldOf, eventsOf } = leads;

const MINUTE = 60_000;
const WITHIN = 15 * MINUTE;

let ana: string;
let ben: string;

/** Gives the new firm of a test a rule whose members take turns, the first one first. */
const setRule = (changes: Partial<RoutingRule> = {}) => {
  const members = [ana, ben].map((id) => ({ id, weight: 1 }));
  const rule = newRule({ members, respondWithinMinutes: 15, escalate: "next", ...changes });
  return changeSetting(table, fixture.firmId, "routing", [rule]);
};

/** Stores a lead that Ana has until its deadline. */
const storeRouted = (changes: Partial<Lead> = {}) =>
  storeLead({ respondBy: at(0), routingRule: "all", assigneeId: ana, ...changes });

const isTurn = ({ input }: StoreCall) => JSON.stringify(input).includes("TURNS#");

const failTurns = () =>
  interceptStoreCalls((call) => {
    if (isTurn(call)) throw sdkError("ProvisionedThroughputExceededException");
    return call.send();
  });

/** Returns who had the lead at each deadline that passed. */
const missedBy = async (id: string) =>
  (await eventsOf(id))
    .filter(({ type }) => type === "lead.response_overdue")
    .map(({ assignee_id }) => assignee_id);

beforeEach(async () => {
  captureLog();
  [ana, ben] = (await Promise.all([newAttorney(), newAttorney()])).map(({ id }) => id) as [string, string];
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe("a deadline that passes", () => {
  it("hands the lead over three times, each time with a new deadline, and stays after the fourth", async () => {
    await setRule();
    const id = await storeRouted();
    for (let n = 0; n < 6; n++) await sweepAt(DUE + n * WITHIN);
    expect(await missedBy(id)).toEqual([ana, ben, ana, ben]);
    const events = await eventsOf(id);
    expect(events.at(-1)).toMatchObject({
      type: "lead.response_overdue",
      data: { overdue_count: 4, assignee_id: ben, respond_by: at(3 * WITHIN) },
    });
    expect(events.filter(({ type }) => type === "lead.assigned")).toMatchObject(
      [ben, ana, ben].map((assignee_id) => ({ data: { assignee_id }, actor: { type: "system", id: null } })),
    );
    const [, first, assigned] = events;
    expect([first?.sequence, first?.previous]).toEqual([assigned?.sequence, assigned?.previous]);
    expect(await leads.listed(id, { awaiting: "true" })).toBe(true);
  });

  it.each<[string, Partial<RoutingRule> & { readonly off?: true }]>([
    ["whose rule says so", { escalate: "none" }],
    ["whose rule is gone", { key: "other" }],
    ["whose rule has no deadline any more", { respondWithinMinutes: null }],
    ["where nobody else is eligible", { off: true }],
  ])("leaves a lead %s to its member", async (_, { off, ...rule }) => {
    await setRule(rule);
    if (off) await changeAttribute(table, memberKey(fixture.firmId, ben), "active", false);
    const id = await storeRouted();
    for (let n = 0; n < 2; n++) await sweepAt(DUE + n * WITHIN);
    expect(await toldOf(id)).toEqual(["response_overdue"]);
    expect(await leads.listed(id, { awaiting: "true", assignee: ana })).toBe(true);
  });

  it("hands nothing over after a booking that was written between the turn and the write", async () => {
    await setRule();
    const id = await storeRouted();
    const isBooked = changeBeforeWrite(
      async () => expect((await book({ lead_id: id })).status).toBe(201),
      ({ name, input }) => name === "Update" && JSON.stringify(input.Key).includes(id),
    );
    await sweepAt(DUE);
    jest.restoreAllMocks();
    await sweepAt(DUE + WITHIN);
    expect([isBooked(), await toldOf(id)]).toEqual([true, ["updated"]]);
  });

  it.each(["before", "after"] as const)(
    "hands over once when the sweep crashes %s any call",
    async (when) => {
      await setRule();
      const id = await storeRouted();
      // Ten queries, then the lead and settings, the members, the turn and the write.
      for (let nth = 0; nth < 15; nth++) {
        const spy = crashAtCall(nth, when);
        await sweepAt(DUE).catch(() => {});
        spy.mockRestore();
      }
      await sweepAt(DUE + 30_000);
      expect(await toldOf(id)).toEqual(["response_overdue", "assigned"]);
    },
  );

  it("brings its event although no turn can be had, and the lead gets its turn and deadline later", async () => {
    await setRule();
    const id = await storeRouted();
    failTurns();
    await sweepAt(DUE);
    expect(await toldOf(id)).toEqual(["response_overdue"]);
    jest.restoreAllMocks();
    await sweepAt(DUE + MINUTE);
    expect(await toldOf(id)).toEqual(["response_overdue", "assigned"]);
    await sweepAt(DUE + MINUTE + WITHIN);
    expect(await missedBy(id)).toEqual([ana, ben]);
  });
});

describe("a lead that is owed a turn", () => {
  const createOwed = async () => {
    await setRule({ escalate: "none" });
    failTurns();
    const { status, body } = await send(createLead, { body: { ...ADA, email: "owed@example.com" } });
    jest.restoreAllMocks();
    expect([status, body.assignee_id]).toEqual([201, null]);
    return String(body.id);
  };
  const soon = () => Date.now() + 1_000;

  it("gets it in the next sweep, once", async () => {
    const id = await createOwed();
    await Promise.all([sweepAt(soon()), sweepAt(soon())]);
    await sweepAt(soon());
    expect(await toldOf(id)).toEqual(["assigned"]);
    const { actor, data } = (await eventsOf(id)).at(-1) ?? {};
    expect([actor?.type, [ana, ben].includes(String(data?.assignee_id))]).toEqual(["system", true]);
  });

  it("waits for the next sweep while no turn can be had", async () => {
    const id = await createOwed();
    failTurns();
    await sweepAt(soon());
    jest.restoreAllMocks();
    expect(await toldOf(id)).toEqual([]);
    await sweepAt(soon());
    expect(await toldOf(id)).toEqual(["assigned"]);
  });

  it("gets none when somebody has taken it, nobody is eligible, or it was archived", async () => {
    const taken = await createOwed();
    await patchLead(taken, { assignee_id: ben });
    const nobodys = await storeLead({ turnOwed: true, routingRule: "gone" });
    const archived = await storeLead({ turnOwed: true, routingRule: "all", archived: true });
    for (let n = 0; n < 2; n++) await sweepAt(soon());
    expect(await toldOf(taken)).toEqual(["assigned"]);
    expect([...(await toldOf(nobodys)), ...(await toldOf(archived))]).toEqual([]);
  });
});
