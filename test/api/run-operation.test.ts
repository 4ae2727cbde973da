import { beforeAll, describe, expect, it } from "@jest/globals";
import { endpoint } from "../../shared/api/endpoint.ts";
import { createLead } from "../../shared/leads/create-lead.ts";
import { ReadAgain } from "../../shared/table/retry.ts";
import { newFirm } from "../support/firms.ts";
import { call } from "../support/http-call.ts";
import { ADA, countLeads } from "../support/leads.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
let firm: Awaited<ReturnType<typeof newFirm>>;
beforeAll(async () => {
  firm = await newFirm(table);
});

/** Creates a lead as the endpoint does. The first calls of one part throw something, and are counted. */
const creatingLeads = (part: "decide" | "after", faults: number) => {
  const calls = { decide: 0, after: 0 };
  const passThrough = (called: typeof part) => {
    calls[called] += 1;
    if (called === part && calls[called] <= faults) throw new ReadAgain();
  };
  const handler = endpoint({
    ...createLead,
    decide: async (...given) => {
      const { writes = [], ...decision } = await createLead.decide(...given);
      passThrough("decide");
      const after = async () => {
        passThrough("after");
        return "answer" in decision ? decision.answer : null;
      };
      return { writes, after };
    },
  });
  return { calls, handler };
};

describe("an operation", () => {
  it("reads and decides again when its records are inconsistent, and writes and answers once", async () => {
    const before = await countLeads(table, firm.firmId);
    const { calls, handler } = creatingLeads("decide", 2);
    expect(await call(handler, { key: firm.apiKey, body: ADA })).toMatchObject({ status: 201 });
    expect(calls).toEqual({ decide: 3, after: 1 });
    expect(await countLeads(table, firm.firmId)).toBe(before + 1);
  });

  it("retries nothing after its writes", async () => {
    const before = await countLeads(table, firm.firmId);
    const { calls, handler } = creatingLeads("after", 1);
    expect(await call(handler, { key: firm.apiKey, body: ADA })).toMatchObject({ status: 500 });
    expect(calls).toEqual({ decide: 1, after: 1 });
    expect(await countLeads(table, firm.firmId)).toBe(before + 1);
  });
});
