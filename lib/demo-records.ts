import { millisecondsInDay } from "date-fns/constants";
import * as z from "zod";
import { EXAMPLE_LEAD_ID } from "../shared/firm/example-ids.ts";
import type { DemoFirm } from "./demo-firm.ts";
import { FORM_PATH, THANKS_PATH } from "./demo-form.ts";

const CONSULTED = "linda@example.com";

const LEADS = [
  { stage: "contacted", lead: { first_name: "James", last_name: "Okafor", phone: "(212) 555-0142" } },
  { stage: "qualified", lead: { first_name: "Linda", last_name: "Novak", email: CONSULTED } },
  { stage: "retained", lead: { first_name: "Robert", last_name: "Klein", email: "robert@example.com" } },
];

const FORM_SOURCE = {
  key: "demo-form",
  name: "Demo form",
  // people do not see the field, and programs fill it in
  accept_when: [{ path: "website", present: false }],
};

const record = z.looseObject({ id: z.string() });
const sourceWithKey = z.object({ id: z.string(), ingestion_key: z.string() });

/**
 * Adds leads in later stages, a consultation and the source of a form to the demo firm, by the API, so that events flow.
 * What an interrupted start has added is not added twice.
 * @throws Error if somebody has changed the firm so that they do not fit
 */
export const addDemoRecords = async (firm: DemoFirm) => {
  const call = callerOf(firm);
  for (const [index, { stage, lead }] of LEADS.entries()) {
    const { id } = record.parse(
      await call("POST", "/api/leads", { ...lead, source: "website" }, `demo-lead-${index}`),
    );
    await call("PATCH", `/api/leads/${id}`, { status: stage });
    if (lead.email === CONSULTED) await ensureConsultation(call, id, firm.attorney_id);
  }
  return await ensureFormSource(call);
};

const ensureConsultation = async (call: Call, lead_id: string, attorney_id: string) => {
  const query = `from=${inDays(1)}&to=${inDays(8)}&duration_min=60`;
  const [existing, free] = await Promise.all([
    call("GET", `/api/consultations?lead=${lead_id}`),
    call("GET", `/api/attorneys/${attorney_id}/availability?${query}`),
  ]);
  if (Object(existing).data.length > 0) return;
  const [start_at] = Object(free).data;
  const type = "Initial consultation";
  await call("POST", "/api/consultations", { lead_id, attorney_id, start_at, duration_min: 60, type });
};

/** A key is shown only once: that of a source which exists already is rotated. */
const ensureFormSource = async (call: Call) => {
  const { data } = z.object({ data: z.array(record) }).parse(await call("GET", "/api/sources?limit=200"));
  const existing = data.find(({ key }) => key === FORM_SOURCE.key);
  return sourceWithKey.parse(
    existing
      ? await call("POST", `/api/sources/${existing.id}/rotate-key`, {})
      : await call("POST", "/api/sources", FORM_SOURCE),
  );
};

/** Lets the form lead on to pages of the address at which the service runs now. */
export const leadFormTo = async (firm: DemoFirm, sourceId: string) => {
  const { base_url } = firm;
  await callerOf(firm)("PATCH", `/api/sources/${sourceId}`, {
    redirect_url: `${base_url}${THANKS_PATH}`,
    error_redirect_url: `${base_url}${FORM_PATH}`,
  });
};

const OFFERED = { key: "initial", name: "Initial consultation", duration_min: 30 };

/** The address of a new link by which a lead of the demo firm books. What the firm offers is set once: somebody may change it. */
export const newBookingLink = async (firm: DemoFirm): Promise<string> => {
  const call = callerOf(firm);
  const { consultation_types: types } = Object(await call("GET", "/api/firm"));
  if (types.length === 0)
    await call("PATCH", "/api/firm", { consultation_types: [OFFERED], self_service: { enabled: true } });
  return Object(await call("POST", `/api/leads/${EXAMPLE_LEAD_ID}/links`, { type: OFFERED.key })).url;
};

const inDays = (days: number) => new Date(Date.now() + days * millisecondsInDay).toISOString();

type Call = (method: string, path: string, body?: object, idempotencyKey?: string) => Promise<unknown>;

const callerOf =
  ({ base_url, api_key }: DemoFirm): Call =>
  async (method, path, body, idempotencyKey) => {
    const response = await fetch(`${base_url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${api_key}`,
        "content-type": "application/json",
        ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    throw new Error(
      `${method} ${path.replace(/\?.*/, "")}: ${response.status} ${Object(answer).error?.code}`,
    );
  };
