import { addDays, isWeekend } from "date-fns";
import { fromZonedTime, toZonedTime } from "date-fns-tz";
import * as z from "zod";
import { bookConsultation } from "../../../shared/consultations/book-consultation.ts";
import { createLead } from "../../../shared/leads/create-lead.ts";
import { updateLead } from "../../../shared/leads/update-lead.ts";
import { createSource } from "../../../shared/sources/create-source.ts";
import { FORM_PATH, THANKS_PATH } from "./demo-form.ts";
import type { RunOperation } from "./demo-operations.ts";

const LEADS = [
  { stage: "contacted", lead: { first_name: "James", last_name: "Okafor", phone: "(212) 555-0142" } },
  { stage: "qualified", lead: { first_name: "Linda", last_name: "Novak", email: "linda@example.com" } },
  { stage: "retained", lead: { first_name: "Robert", last_name: "Klein", email: "robert@example.com" } },
];

/** The stage of the lead with a consultation. */
const CONSULTED = "qualified";

const FORM_SOURCE = {
  key: "demo-form",
  name: "Demo form",
  // people do not see the field, but bots fill it in
  accept_when: [{ path: "website", present: false }],
};

const created = z.object({ id: z.string() });
const createdSource = z.object({ id: z.string(), ingestion_key: z.string() });

type Firm = { readonly attorneyId: string; readonly timeZone: string; readonly baseUrl: string };

/** Adds leads in later stages, a consultation and the source of the form to the demo firm; returns the source. */
export const addDemoRecords = async (run: RunOperation, firm: Firm) => {
  const [source] = await Promise.all([
    run(createSource, { json: { ...FORM_SOURCE, ...redirectsTo(firm.baseUrl) } }),
    addLeads(run, firm),
  ]);
  return createdSource.parse(source);
};

/** Adds one lead after the other, since lists have the newest first. */
const addLeads = async (run: RunOperation, { attorneyId, timeZone }: Firm) => {
  for (const { stage, lead } of LEADS) {
    const { id } = created.parse(await run(createLead, { json: { ...lead, source: "website" } }));
    await run(updateLead, { params: { id }, json: { status: stage } });
    if (stage === CONSULTED)
      await run(bookConsultation, {
        json: {
          lead_id: id,
          attorney_id: attorneyId,
          start_at: nextAppointment(new Date(), timeZone),
          duration_min: 60,
          type: "initial",
        },
      });
  }
};

/** Returns 3 pm of the next workday: after the appointments of the court's calendar, which is not read yet. */
const nextAppointment = (now: Date, timeZone: string) => {
  let day = addDays(toZonedTime(now, timeZone), 1);
  while (isWeekend(day)) day = addDays(day, 1);
  day.setHours(15, 0, 0, 0);
  return fromZonedTime(day, timeZone).toISOString();
};

/** Returns the form's redirects, which lead to pages at the service's address. */
export const redirectsTo = (baseUrl: string) => ({
  redirect_url: baseUrl + THANKS_PATH,
  error_redirect_url: baseUrl + FORM_PATH,
});
