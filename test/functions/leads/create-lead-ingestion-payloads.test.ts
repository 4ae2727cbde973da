import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { deliver } from "../../support/ingestion.ts";
import { EXPECTED_LEAD, SENDERS } from "../../support/sender-payloads.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
let key: string;
beforeAll(async () => {
  key = (await newFirm(table)).apiKey;
});

describe.each(SENDERS)("$name", ({ mapping, externalId, body }) => {
  it("is mapped to a lead", async () => {
    const source = await createTestSource(key, { mapping });
    const response = await deliver(source.secret, body);
    expect([response.status, response.body.error]).toEqual([201, undefined]);
    expect(response.body).toMatchObject({ status: "created", externalId });
    const lead = await call(getLead, { key, params: { id: response.body.leadId } });
    expect(lead.body).toMatchObject({ ...EXPECTED_LEAD, source: source.key });
    expect(lead.body.data).toEqual(EXPECTED_LEAD.data);
    const repeat = await deliver(source.secret, body);
    expect(repeat.body.status).toBe(externalId === null ? "created" : "duplicate");
  });
});
