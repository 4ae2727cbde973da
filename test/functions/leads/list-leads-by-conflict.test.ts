import { describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/list-leads.ts";
import { CONFLICT_STATES } from "../../../shared/leads/clearance.contract.ts";
import { conflictIn, setGate } from "../../support/conflict-gate.ts";
import { idInOrder } from "../../support/ids-in-order.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

const list = (query: Record<string, string>) => firm.send(handler, { query });
const idsOf = async (query: Record<string, string>) => {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  return body.data.map(({ id }: { id: string }) => id);
};
/** Stores two leads in each state, the second of them in another stage. Returns their ids by state. */
const storeLeads = async () => {
  const ids = [...CONFLICT_STATES, ...CONFLICT_STATES].map((_, index) => idInOrder(index));
  for (const [index, id] of ids.entries()) {
    const conflict = conflictIn(CONFLICT_STATES[index >> 1] ?? "unchecked");
    await firm.putLead({ id, conflict, stage: index % 2 === 0 ? "new" : "lost" });
  }
  return (index: number) => [ids[2 * index + 1], ids[2 * index]];
};

describe("a list of the leads in a state of the conflict gate", () => {
  it.each([...CONFLICT_STATES.entries()])(
    "has those of state %i, %s, with other filters and by pages",
    async (index, conflict) => {
      await setGate(table, firm.firmId);
      const both = (await storeLeads())(index);
      expect(await idsOf({ conflict })).toEqual(both);
      expect(await idsOf({ conflict, status: "lost" })).toEqual(both.slice(0, 1));
      const first = await list({ conflict, limit: "1" });
      expect(first.body.data).toMatchObject([{ id: both[0], conflict: { state: conflict } }]);
      expect(await idsOf({ conflict, limit: "1", cursor: first.body.next_cursor })).toEqual(both.slice(1));
      expect((await list({ conflict: "lapsed", status: "new", cursor: first.body.next_cursor })).status).toBe(
        422,
      );
    },
  );

  it("judges every lead as unchecked while the leads are indexed, unless it is blocked", async () => {
    await setGate(table, firm.firmId, { index: "building" });
    await storeLeads();
    expect(await idsOf({ conflict: "unchecked" })).toHaveLength(12);
    expect(await idsOf({ conflict: "blocked" })).toHaveLength(2);
    expect(await idsOf({ conflict: "cleared" })).toEqual([]);
  });

  it("is refused without a gate, by an unknown state, and beside ids", async () => {
    expect(await list({ conflict: "cleared" })).toMatchObject({
      status: 409,
      body: { error: { code: "conflict_gate_disabled" } },
    });
    expect((await list({ conflict: "clear" })).body.error.details).toEqual([
      { field: "conflict", message: `must be one of: ${CONFLICT_STATES.join(", ")}` },
    ]);
    const ids = await list({ conflict: "cleared", ids: idInOrder(1) });
    expect(ids.body.error.details).toMatchObject([{ field: "ids" }]);
    expect((await list({ conflict: " " })).status).toBe(200);
  });
});
