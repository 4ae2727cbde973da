import { beforeAll, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/list-leads.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);
beforeAll(async () => {
  await firm.putLead();
});

it.each(["cursor", "limit", "archived", "status", "source", "assignee", "q"])(
  "a list takes a blank %s for none",
  async (name) => {
    for (const blank of ["", " ", "\u200b"]) {
      const { status, body } = await firm.send(handler, { query: { [name]: blank } });
      expect([status, body.data?.length]).toEqual([200, 1]);
    }
  },
);
