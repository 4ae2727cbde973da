import { join } from "node:path";
import { IntakeApiError } from "../../../client/src/index.ts";
import { connectTable } from "../../../shared/table/table.ts";
import { HOST_CLIENT } from "../host/aws-call.ts";
import type { Service } from "../host/service.ts";
import { readStateFile, writeStateFile } from "../host/state-file.ts";
import type { LocalPage } from "../http-api/http-gateway.ts";
import { ensureFeed, newBookingLink, newDeskLink, redirectForm } from "./demo-addresses.ts";
import { CALENDAR_PATH, DEMO_CALENDAR } from "./demo-calendar.ts";
import { demoPages, FORM_PATH, KEY_PATH } from "./demo-form.ts";
import { type DemoFirm, seededFirm } from "./demo-values.ts";
import { seedDemoFirm } from "./seed-demo-firm.ts";

type Host = Pick<Service, "baseUrl" | "awsEndpoint" | "tableName" | "tableIsNew"> &
  Partial<Pick<Service, "drained">>;

/**
 * Returns the demo firm's values and stores them in `<directory>/demo.json`. Creates the firm, with or without three
 * months of leads, unless both that file and the table exist: if a start was interrupted in between, nobody has the
 * first firm's key.
 */
export const ensureDemoFirm = async (
  directory: string,
  service: Host,
  { hasHistory = false } = {},
): Promise<DemoFirm> => {
  const stored = service.tableIsNew ? undefined : readStateFile(demoFile(directory), seededFirm);
  const firm = stored ?? (await seed(service, hasHistory));
  return storeDemoFirm(directory, { base_url: service.baseUrl, ...firm });
};

const seed = async ({ baseUrl, tableName, awsEndpoint, drained }: Host, hasHistory: boolean) => {
  const table = connectTable(tableName, { ...HOST_CLIENT, endpoint: awsEndpoint });
  const { firm, complete } = await seedDemoFirm(table, { baseUrl, now: new Date(), hasHistory });
  await drained?.();
  await complete();
  return firm;
};

/**
 * Makes the demo firm's form, calendar and booking link work at the service's present address.
 * @throws Error if somebody has changed the firm so that its form cannot be redirected
 */
export const connectDemoFirm = async (
  directory: string,
  firm: DemoFirm,
  { service, pages }: { readonly service: Service; readonly pages: Map<string, LocalPage> },
): Promise<DemoFirm> => {
  const { form, base_url } = firm;
  pages.set(CALENDAR_PATH, { calendar: DEMO_CALENDAR });
  pages.set(KEY_PATH, { secret: firm.api_key });
  if (form) for (const [path, page] of demoPages(form.ingestion_key)) pages.set(path, { html: page });
  const [desk_url, booking_url] = await Promise.all([
    // a changed firm may have no member to sign in, no lead or type to book for
    newDeskLink(firm).catch(() => undefined),
    newBookingLink(firm).catch(() => undefined),
    ensureFeed(firm).catch(ignoreRefusal),
    redirectForm(firm),
  ]);
  // so that a follower of the events sees only later ones
  await service.drained();
  const stored = storeDemoFirm(directory, { ...firm, ...(form && { form: { ...form, base_url } }) });
  return { ...stored, ...(desk_url && { desk_url }), ...(booking_url && { booking_url }) };
};

/** A changed firm may have no room for the feed, or not its attorney. */
const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof IntakeApiError && error.status < 500)) throw error;
};

/** Returns what to try first, a line each. The last one is a command that works as pasted. */
export const describeDemoFirm = ({ base_url, api_key, form, desk_url, booking_url }: DemoFirm) =>
  [
    desk_url && `desk     ${desk_url}`,
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
