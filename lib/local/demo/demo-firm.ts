import { join } from "node:path";
import * as z from "zod";
import { IntakeApiError } from "../../../client/src/index.ts";
import { connectTable } from "../../../shared/table/table.ts";
import { HOST_CLIENT } from "../host/aws-call.ts";
import type { Service } from "../host/service.ts";
import { readStateFile, writeStateFile } from "../host/state-file.ts";
import type { LocalPage } from "../http-api/http-gateway.ts";
import { CALENDAR_PATH, DEMO_CALENDAR } from "./demo-calendar.ts";
import { addExampleRecords } from "./demo-examples.ts";
import { demoPages, FORM_PATH, KEY_PATH } from "./demo-form.ts";
import { addDemoRecords, ensureFeed, leadFormTo, newBookingLink } from "./demo-records.ts";
import { seedDemoFirm } from "./seed-demo-firm.ts";

const seededFirm = z.object({
  firm_id: z.string(),
  api_key: z.string(),
  attorney_id: z.string(),
  /** The source of the form, and the service's address at that time; absent until the firm has its records. */
  form: z.object({ source_id: z.string(), ingestion_key: z.string(), base_url: z.string() }).optional(),
});

export type DemoFirm = z.output<typeof seededFirm> & {
  readonly base_url: string;
  /** The address where a lead books. Each start makes another one and stores it nowhere. */
  readonly booking_url?: string;
};

type Host = Pick<Service, "baseUrl" | "awsEndpoint" | "tableName" | "tableIsNew">;

/**
 * Returns the demo firm's values and stores them in `<directory>/demo.json`. Creates the firm unless both that file and
 * the table exist: if a start was interrupted in between, nobody has the first firm's key.
 */
export const ensureDemoFirm = async (directory: string, service: Host): Promise<DemoFirm> => {
  const stored = service.tableIsNew ? undefined : readStateFile(demoFile(directory), seededFirm);
  return storeDemoFirm(directory, { base_url: service.baseUrl, ...(stored ?? (await seed(service))) });
};

/**
 * Adds the demo firm's records unless it has them, and its form and calendar to the service's pages.
 * @throws Error if somebody has changed the firm so that the records do not fit
 */
export const completeDemoFirm = async (
  directory: string,
  firm: DemoFirm,
  { service, pages }: { readonly service: Service; readonly pages: Map<string, LocalPage> },
): Promise<DemoFirm> => {
  const { base_url } = firm;
  pages.set(CALENDAR_PATH, { calendar: DEMO_CALENDAR });
  // consultations are booked around what it says
  if (await ensureFeed(firm).catch(notIfRefused)) await service.drained();
  const { source_id, ingestion_key } = firm.form ?? (await addForm(firm));
  if (firm.form?.base_url !== base_url) {
    await leadFormTo(firm, source_id);
    // so that a follower of the events sees only later ones
    await service.drained();
  }
  for (const [path, page] of demoPages(ingestion_key)) pages.set(path, { html: page });
  pages.set(KEY_PATH, { secret: firm.api_key });
  const stored = storeDemoFirm(directory, { ...firm, form: { source_id, ingestion_key, base_url } });
  // a changed firm may have no lead or type to book for
  const booking_url = await newBookingLink(firm).catch(() => undefined);
  return { ...stored, ...(booking_url && { booking_url }) };
};

/** A changed firm may have no room for the feed, or not its attorney. */
const notIfRefused = (error: unknown) => {
  if (error instanceof IntakeApiError && error.status < 500) return false;
  throw error;
};

const addForm = async (firm: DemoFirm) => {
  const { id, ingestion_key } = await addDemoRecords(firm);
  return { source_id: id, ingestion_key };
};

/** Returns what to try first, a line each. The last one is a command that works as pasted. */
export const describeDemoFirm = ({ base_url, api_key, form, booking_url }: DemoFirm) =>
  [
    `docs     ${base_url}/api/docs`,
    form && `form     ${base_url}${FORM_PATH}`,
    booking_url && `booking  ${booking_url}`,
    [
      `curl -i ${base_url}/api/leads`,
      `-H "Authorization: Bearer ${api_key}"`,
      '-H "Content-Type: application/json"',
      `-d '{"first_name":"Dana","last_name":"Doe","email":"dana@example.com","source":"website"}'`,
    ].join(" "),
  ]
    .filter(Boolean)
    .join("\n");

const demoFile = (directory: string) => join(directory, "demo.json");

const storeDemoFirm = (directory: string, firm: DemoFirm) => {
  writeStateFile(demoFile(directory), `${JSON.stringify(firm, undefined, 2)}\n`, { mode: 0o600 });
  return firm;
};

const seed = async ({ tableName, awsEndpoint }: Host) => {
  const table = connectTable(tableName, { ...HOST_CLIENT, endpoint: awsEndpoint });
  const firm = await seedDemoFirm(table, Date.now());
  await addExampleRecords(table, firm);
  return firm;
};
