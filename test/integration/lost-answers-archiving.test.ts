import { beforeAll, expect, it } from "@jest/globals";
import { handler as archiveConsultation } from "../../functions/consultations/archive-consultation.ts";
import { handler as unarchiveConsultation } from "../../functions/consultations/unarchive-consultation.ts";
import { handler as archiveLead } from "../../functions/leads/archive-lead.ts";
import { handler as unarchiveLead } from "../../functions/leads/unarchive-lead.ts";
import { consultationRecord } from "../../shared/consultations/consultation.store.ts";
import { leadRecord } from "../../shared/leads/lead.store.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { bookedItems, newConsultation } from "../support/booked-consultations.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { expectDistinctChanges } from "../support/lost-answers.ts";
import { putItems } from "../support/put-items.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";

const table = useTable({ stream: true });
const store = useLossyStore();
const firm = useFirm(table, beforeAll);

const LEAD = {
  handlers: { archive: archiveLead, unarchive: unarchiveLead },
  create: async (archived: boolean) => (await firm.putLead({ archived })).id,
  read: (id: string) => readRecord(table, leadRecord(firm.firmId, id)),
};
const CONSULTATION = {
  handlers: { archive: archiveConsultation, unarchive: unarchiveConsultation },
  create: async (archived: boolean) => {
    const consultation = newConsultation({ archived });
    await putItems(table, bookedItems(firm.firmId, [consultation]));
    return consultation.id;
  },
  read: (id: string) => readRecord(table, consultationRecord(firm.firmId, id)),
};

it.each(
  [["a lead", LEAD] as const, ["a consultation", CONSULTATION] as const].flatMap(([what, record]) =>
    (["archive", "unarchive"] as const).flatMap((name) =>
      [1, 3, 5].map((others) => [what, name, others, record] as const),
    ),
  ),
)(
  "%s: %s with a lost answer is done once, before %i changes back and forth by others",
  async (_, name, others, { handlers, create, read }) => {
    const archived = name === "archive";
    const [change, opposite] = [handlers[name], handlers[archived ? "unarchive" : "archive"]];
    const id = await create(!archived);
    const before = await read(id);
    store.reset({
      before: async ({ position, attempt }) => {
        if (position !== 1 || attempt !== 2) return;
        for (let index = 0; index < others; index++)
          expect((await firm.send(index % 2 === 0 ? opposite : change, { params: { id } })).status).toBe(200);
      },
      loses: ({ position, attempt }) => position === 1 && attempt === 1,
    });
    expect(await firm.send(change, { params: { id } })).toMatchObject({ status: 200, body: { archived } });
    expect(await read(id)).toEqual({
      ...before,
      revision: Number(before?.revision) + 1 + others,
      changeId: expect.any(String),
    });
  },
);

it("every change is in the stream once", () => expectDistinctChanges(table));
