import { millisecondsInDay } from "date-fns/constants";
import { createIntakeClient, type IntakeClient } from "../../../client/src/index.ts";
import { CALENDAR_PATH } from "./demo-calendar.ts";
import type { DemoFirm } from "./demo-firm.ts";
import { FORM_PATH, THANKS_PATH } from "./demo-form.ts";
import { EXAMPLE_LEAD_ID } from "./example-ids.ts";

const CONSULTED = "linda@example.com";

const LEADS = [
  { stage: "contacted", lead: { first_name: "James", last_name: "Okafor", phone: "(212) 555-0142" } },
  { stage: "qualified", lead: { first_name: "Linda", last_name: "Novak", email: CONSULTED } },
  { stage: "retained", lead: { first_name: "Robert", last_name: "Klein", email: "robert@example.com" } },
];

const FORM_SOURCE = {
  key: "demo-form",
  name: "Demo form",
  // people do not see the field, but bots fill it in
  accept_when: [{ path: "website", present: false }],
};

/**
 * Adds leads in later stages, a consultation and the source of a form to the demo firm. Uses the API, so that events
 * flow. Adds nothing twice after an interrupted start.
 * @throws Error if somebody has changed the firm so that the records do not fit
 */
export const addDemoRecords = async (firm: DemoFirm) => {
  const intake = clientOf(firm);
  for (const [index, { stage, lead }] of LEADS.entries()) {
    const { id } = await intake.createLead({
      body: { ...lead, source: "website" },
      headers: { "Idempotency-Key": `demo-lead-${index}` },
    });
    await intake.updateLead({ path: { id }, body: { status: stage } });
    if (lead.email === CONSULTED) await ensureConsultation(intake, id, firm.attorney_id);
  }
  return ensureFormSource(intake);
};

const ensureConsultation = async (intake: IntakeClient, lead_id: string, attorney_id: string) => {
  const query = { from: inDays(1), to: inDays(8), duration_min: 60 };
  const [existing, free] = await Promise.all([
    intake.listConsultations({ query: { lead: lead_id } }),
    intake.getAvailability({ path: { id: attorney_id }, query }),
  ]);
  const [start_at = ""] = free.data;
  if (existing.data.length > 0) return;
  const type = "Initial consultation";
  await intake.bookConsultation({ body: { lead_id, attorney_id, start_at, duration_min: 60, type } });
};

/** Creates the source, or rotates its key if it exists, because a key is shown only once. */
const ensureFormSource = async (intake: IntakeClient) => {
  const { data } = await intake.listSources({ query: { limit: 200 } });
  const existing = data.find(({ key }) => key === FORM_SOURCE.key);
  return existing
    ? intake.rotateSourceKey({ path: { id: existing.id }, body: {} })
    : intake.createSource({ body: FORM_SOURCE });
};

/** Sets the form's redirects to pages at the service's present address. */
export const leadFormTo = async (firm: DemoFirm, id: string) => {
  const [redirect_url, error_redirect_url] = [THANKS_PATH, FORM_PATH].map((path) => firm.base_url + path);
  await clientOf(firm).updateSource({ path: { id }, body: { redirect_url, error_redirect_url } });
};

const FEED = "Demo court calendar";

/** Has the attorney's calendar read at the service's present address. Returns whether it was not before. */
export const ensureFeed = async (firm: DemoFirm): Promise<boolean> => {
  const intake = clientOf(firm);
  const path = { id: firm.attorney_id };
  const { data } = await intake.listFeeds({ path });
  const feeds = data.filter(({ name, url }) => name === FEED && LOOPBACK.test(url));
  if (feeds.some(({ url }) => url.startsWith(`${firm.base_url}/`))) return false;
  for (const { id } of feeds) await intake.deleteFeed({ path: { ...path, feedId: id } });
  await intake.createFeed({ path, body: { name: FEED, url: firm.base_url + CALENDAR_PATH } });
  return true;
};

/** The addresses of earlier starts. A feed of anybody else stays, whatever its name is. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1)[:/]/;

const OFFERED = { key: "initial", name: "Initial consultation", duration_min: 30 };

/**
 * Returns the address of a new link for a lead of the demo firm. Sets what the firm offers only once, because somebody
 * may change it.
 */
export const newBookingLink = async (firm: DemoFirm): Promise<string> => {
  const intake = clientOf(firm);
  const { consultation_types: types } = await intake.getFirm();
  if (types.length === 0)
    await intake.updateFirm({ body: { consultation_types: [OFFERED], self_service: { enabled: true } } });
  return (await intake.createLink({ path: { id: EXAMPLE_LEAD_ID }, body: { type: OFFERED.key } })).url;
};

const inDays = (days: number) => new Date(Date.now() + days * millisecondsInDay).toISOString();

const clientOf = ({ base_url, api_key }: DemoFirm) =>
  createIntakeClient({ baseUrl: base_url, apiKey: api_key });
