import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "@jest/globals";
import { handler as archiveConsultation } from "../../functions/consultations/archive-consultation.ts";
import { handler as bookConsultation } from "../../functions/consultations/book-consultation.ts";
import { handler as unarchiveConsultation } from "../../functions/consultations/unarchive-consultation.ts";
import { handler as archiveLead } from "../../functions/leads/archive-lead.ts";
import { handler as unarchiveLead } from "../../functions/leads/unarchive-lead.ts";
import { parseConsultation } from "../../shared/consultations/consultation.store.ts";
import { parseLead } from "../../shared/leads/lead.store.ts";
import { consultationKey, leadKey } from "../../shared/table/record-keys.ts";
import { useBookingFixture } from "../support/booking-fixture.ts";
import { bookingBody } from "../support/consultations.ts";
import { call } from "../support/http-call.ts";
import { putLead } from "../support/leads.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { expectDistinctChanges } from "../support/lost-answers.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const store = useLossyStore();
const { fixture, newAttorney, send } = useBookingFixture(table);

type Handler = Parameters<typeof call>[0];
type Archivable = {
  readonly handlers: { readonly archive: Handler; readonly unarchive: Handler };
  readonly create: () => Promise<string>;
  readonly read: (id: string) => Promise<{ readonly archived: boolean; readonly revision: number }>;
};

const LEADS: Archivable = {
  handlers: { archive: archiveLead, unarchive: unarchiveLead },
  create: async () => (await putLead(table, fixture.firmId)).id,
  read: async (id) => parseLead(await stored(leadKey(fixture.firmId, id))),
};
const CONSULTATIONS: Archivable = {
  handlers: { archive: archiveConsultation, unarchive: unarchiveConsultation },
  create: async () => {
    const attorney = await newAttorney();
    return String((await send(bookConsultation, { body: bookingBody({ ...fixture, attorney }) })).body.id);
  },
  read: async (id) => parseConsultation(await stored(consultationKey(fixture.firmId, id))),
};

const stored = async (Key: Record<string, string>) =>
  (await table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))).Item ?? {};

const OTHERS = [1, 3, 5];

it.each(
  [["a lead", LEADS] as const, ["a consultation", CONSULTATIONS] as const].flatMap(([what, record]) =>
    (["archive", "unarchive"] as const).flatMap((name) =>
      OTHERS.map((others) => [what, name, others, record] as const),
    ),
  ),
)(
  "%s: %s with a lost answer is done once, before %i changes back and forth by others",
  async (_, name, others, { handlers, create, read }) => {
    const request = { key: fixture.key, params: { id: await create() } };
    const handler = handlers[name];
    const opposite = handlers[name === "archive" ? "unarchive" : "archive"];
    if (name === "unarchive") await call(opposite, request);
    const before = await read(request.params.id);
    store.reset({
      before: async ({ position, attempt }) => {
        if (position !== 1 || attempt !== 2) return;
        for (let index = 0; index < others; index++)
          expect((await call(index % 2 === 0 ? opposite : handler, request)).status).toBe(200);
      },
      loses: ({ position, attempt }) => position === 1 && attempt === 1,
    });
    expect(await call(handler, request)).toMatchObject({ status: 200, body: { archived: !before.archived } });
    expect(await read(request.params.id)).toEqual({ ...before, revision: before.revision + 1 + others });
  },
);

it("every change is in the stream once", () => expectDistinctChanges(table));
