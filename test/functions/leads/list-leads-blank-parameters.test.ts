import { beforeAll, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/list-leads.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { putLead } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
let firm: Awaited<ReturnType<typeof newFirm>>;
beforeAll(async () => {
  firm = await newFirm(table);
  await putLead(table, firm.firmId);
});

it.each(["cursor", "limit", "archived", "status", "source", "assignee", "q"])(
  "a list takes a blank %s for none",
  async (name) => {
    for (const blank of ["", " ", "\u200b"]) {
      const { status, body } = await call(handler, { key: firm.apiKey, query: { [name]: blank } });
      expect([status, body.data?.length]).toEqual([200, 1]);
    }
  },
);
