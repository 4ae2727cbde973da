import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as archive } from "../../../functions/leads/archive-lead.ts";
import { handler as unarchive } from "../../../functions/leads/unarchive-lead.ts";
import { parseLead } from "../../../shared/leads/lead.store.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);

describe.each([
  { name: "archive", handler: archive, archived: true },
  { name: "unarchive", handler: unarchive, archived: false },
])("POST /api/leads/{id}/$name", ({ handler, archived }) => {
  const send = (id: string, body?: unknown) => firm.send(handler, { params: { id }, body });

  it("changes only `archived`, not even the last activity", async () => {
    const fields = { archived: !archived, assigneeId: firm.attorney.id, stage: "lost", data: { value: 1 } };
    const before = await firm.putLead(fields);
    const response = await send(before.id);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ archived, last_activity_at: before.lastActivityAt });
    const stored = parseLead((await firm.storedLead(before.id)) ?? {});
    expect(stored).toEqual({ ...before, archived, revision: 2 });
  });
});
