import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/list-leads.ts";
import type { Lead } from "../../../shared/leads/lead.rules.ts";
import { newFirm } from "../../support/firms.ts";
import { idInOrder } from "../../support/ids-in-order.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);
const otherFirm = useFirm(table, beforeAll);
beforeAll(async () => {
  const leads: Partial<Lead>[] = [
    { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" },
    { firstName: "Bob", lastName: "O'Neil", email: "bob@work.example", phone: "+12125550123" },
    { firstName: "Zoé", lastName: "van Dyk", email: "", phone: "+442079460958", source: "referral" },
    {
      firstName: "Ada",
      lastName: "Byron",
      email: "byron@example.com",
      stage: "lost",
      assigneeId: firm.attorney.id,
    },
    { firstName: "Old", lastName: "Case", email: "old@example.com", archived: true },
  ];
  for (const [index, lead] of leads.entries()) {
    const id = idInOrder(index);
    await firm.putLead({ ...lead, id });
    await otherFirm.putLead({ id, lastName: "Elsewhere" });
  }
});

const list = (query: Record<string, string> = {}, key = firm.apiKey) => firm.send(handler, { key, query });
const lastNames = async (query: Record<string, string>) => {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  return body.data.map((lead: { last_name: string }) => lead.last_name).join(", ");
};

describe("GET /api/leads", () => {
  it("returns leads in the shape of the contract, newest first", async () => {
    const response = await list();
    expect(response.status).toBe(200);
    const created = response.body.data.map((lead: { created_at: string }) => lead.created_at);
    expect(created).toEqual([...created].sort().reverse());
    expect([created.length, response.body.next_cursor]).toEqual([4, null]);
  });

  it("returns one empty page for a firm without leads", async () => {
    expect((await list({}, (await newFirm(table)).apiKey)).body).toEqual({ data: [], next_cursor: null });
  });

  it.each<[Record<string, string>, string]>([
    [{}, "Byron, van Dyk, O'Neil, Lovelace"],
    [{ archived: "true" }, "Case"],
    [{ archived: "yes" }, "Byron, van Dyk, O'Neil, Lovelace"],
    [{ status: "lost" }, "Byron"],
    [{ status: "new", q: "ada" }, "Lovelace"],
    [{ source: "referral" }, "van Dyk"],
    [{ q: "ADA" }, "Byron, Lovelace"],
    [{ q: "byron ada" }, "Byron"],
  ])("filtered by %j returns: %s", async (query, expected) => {
    expect(await lastNames(query)).toBe(expected);
  });

  it("filters by assignee, in any case of the id", async () => {
    expect(await lastNames({ assignee: firm.attorney.id })).toBe("Byron");
    expect(await lastNames({ assignee: firm.attorney.id.toUpperCase() })).toBe("Byron");
  });

  it.each(["cursor", "limit", "archived", "status", "source", "assignee", "q"])(
    "treats a blank %s as absent",
    async (name) => {
      for (const blank of ["", " ", "\u200b"])
        expect(await lastNames({ [name]: blank })).toBe("Byron, van Dyk, O'Neil, Lovelace");
    },
  );

  it.each<Record<string, string>>([
    { status: "unheard of" },
    { assignee: "nobody" },
    { assignee: randomUUID() },
    { q: "ada zeppelin" },
    { archived: "true", q: "ada" },
  ])("returns an empty page when nothing can match: %j", async (query) => {
    expect(await list(query)).toMatchObject({ status: 200, body: { data: [], next_cursor: null } });
  });
});

describe("the cursor", () => {
  const INVALID = {
    status: 422,
    body: { error: { code: "invalid_request", details: [{ field: "cursor" }] } },
  };
  const cursorOf = async (query: Record<string, string>, key?: string): Promise<string> =>
    (await list({ ...query, limit: "1" }, key)).body.next_cursor;

  it("continues at the next page, whatever its limit", async () => {
    const cursor = await cursorOf({});
    expect(await lastNames({ cursor, limit: "2" })).toBe("van Dyk, O'Neil");
    expect(await lastNames({ cursor })).toBe("van Dyk, O'Neil, Lovelace");
  });

  it("is accepted with an equivalent filter", async () => {
    const cursor = await cursorOf({ q: " ADA ", archived: "no" });
    expect(await lastNames({ q: "ada", cursor })).toBe("Lovelace");
  });

  it("answers 422 with another firm, another filter or any other text", async () => {
    const cursor = await cursorOf({});
    expect(await list({ cursor }, otherFirm.apiKey)).toMatchObject(INVALID);
    expect(await list({ archived: "true", cursor })).toMatchObject(INVALID);
    for (const bad of ["x", firm.attorney.id]) expect(await list({ cursor: bad })).toMatchObject(INVALID);
  });
});
