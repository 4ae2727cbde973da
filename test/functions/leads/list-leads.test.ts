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

const ALL = "Byron, van Dyk, O'Neil, Lovelace";

const list = (query: Record<string, string> = {}, key = firm.apiKey) => firm.send(handler, { key, query });
const lastNames = async (query: Record<string, string>) => {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  return body.data.map((lead: { last_name: string }) => lead.last_name).join(", ");
};

describe("GET /api/leads", () => {
  it("returns the firm's leads, newest first, and one empty page for a firm without leads", async () => {
    const { body } = await list();
    const created = body.data.map((lead: { created_at: string }) => lead.created_at);
    expect(created).toEqual([...created].sort().reverse());
    expect([created.length, body.next_cursor]).toEqual([4, null]);
    expect((await list({}, (await newFirm(table)).apiKey)).body).toEqual({ data: [], next_cursor: null });
  });

  it.each<[Record<string, string>, string]>([
    [{ archived: "true" }, "Case"],
    [{ status: "new", q: "ada" }, "Lovelace"],
    [{ source: "referral" }, "van Dyk"],
    [{ status: " ", source: "", assignee: "", q: "\u200b", cursor: "", limit: " " }, ALL],
    [{ archived: "true", q: "ada" }, ""],
    [{ status: "unheard of" }, ""],
    [{ assignee: "nobody" }, ""],
  ])("filtered by %j returns: %s", async (query, expected) => {
    expect(await lastNames(query)).toBe(expected);
  });

  it("filters by assignee, in any case of the id", async () => {
    expect(await lastNames({ assignee: firm.attorney.id.toUpperCase() })).toBe("Byron");
  });
});

describe("the cursor", () => {
  const INVALID = {
    status: 422,
    body: { error: { code: "invalid_request", details: [{ field: "cursor" }] } },
  };
  const cursorOf = async (query: Record<string, string>): Promise<string> =>
    (await list({ ...query, limit: "1" })).body.next_cursor;

  it("continues at the next page, whatever its limit, also with an equivalent filter", async () => {
    const cursor = await cursorOf({});
    expect(await lastNames({ cursor, limit: "2" })).toBe("van Dyk, O'Neil");
    expect(await lastNames({ cursor })).toBe("van Dyk, O'Neil, Lovelace");
    expect(await lastNames({ q: "ada", cursor: await cursorOf({ q: " ADA ", archived: "no" }) })).toBe(
      "Lovelace",
    );
  });

  it("answers 422 with another firm, another filter or any other text", async () => {
    const cursor = await cursorOf({});
    expect(await list({ cursor }, otherFirm.apiKey)).toMatchObject(INVALID);
    expect(await list({ archived: "true", cursor })).toMatchObject(INVALID);
    expect(await list({ cursor: "x" })).toMatchObject(INVALID);
  });
});
