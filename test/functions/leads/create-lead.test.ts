import { beforeAll, describe, expect, it } from "vitest";
import { handler } from "../../../functions/leads/create-lead.ts";
import { lead } from "../../../shared/contract/leads.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
let key: string;
beforeAll(async () => {
  ({ apiKey: key } = await newFirm(table));
});

const ADA = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "website" };

describe("POST /api/leads", () => {
  it("creates a lead in the first open stage and returns it whole", async () => {
    const answer = await call(handler, {
      key,
      body: { ...ADA, email: " ADA@Example.com ", phone: "(212) 555-0123" },
    });
    expect(answer.status).toBe(201);
    expect(lead.parse(answer.body)).toEqual(answer.body);
    expect(answer.body).toMatchObject({
      first_name: "Ada",
      email: "ada@example.com",
      phone: "+12125550123",
      status: { key: "new", name: "New" },
      assignee_id: null,
      archived: false,
      data: {},
    });
    expect(answer.body.created_at).toBe(answer.body.last_activity_at);
  });

  it("answers 50 parallel requests of one Idempotency-Key with one lead", async () => {
    const headers = { "idempotency-key": "one" };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call(handler, { key, headers, body: ADA })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter((answer) => answer.headers["idempotent-replayed"] === undefined)).toHaveLength(1);
  });
});
