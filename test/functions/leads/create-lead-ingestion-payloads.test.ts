import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { deliver } from "../../support/ingestion.ts";
import { LEAD, SENDERS } from "../../support/payloads.ts";
import { makeSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
let key: string;
beforeAll(async () => {
  key = (await newFirm(table)).apiKey;
});

describe.each(SENDERS)("$name", ({ mapping, externalId, body }) => {
  it("is brought in by a mapping alone", async () => {
    const source = await makeSource(key, { mapping });
    const answer = await deliver(source.secret, body);
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
    expect(answer.body).toMatchObject({ status: "created", externalId });
    const lead = await call(getLead, { key, params: { id: answer.body.leadId } });
    expect(lead.body).toMatchObject({ ...LEAD, source: source.key });
    expect(lead.body.data).toEqual(LEAD.data);
    if (externalId !== null) expect((await deliver(source.secret, body)).body.status).toBe("duplicate");
  });
});
