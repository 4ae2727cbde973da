import { createIntakeClient } from "../../../client/src/index.ts";
import { CALENDAR_PATH } from "./demo-calendar.ts";
import { redirectsTo } from "./demo-form.ts";
import type { DemoFirm } from "./demo-values.ts";
import { EXAMPLE_LEAD_ID } from "./example-ids.ts";

// What names the service's address, which may be another at each start. Uses the API.

/** Has a rejected or accepted form lead to pages at the present address. */
export const redirectForm = async (firm: DemoFirm) => {
  const { form, base_url } = firm;
  if (form && form.base_url !== base_url)
    await clientOf(firm).updateSource({ path: { id: form.source_id }, body: redirectsTo(base_url) });
};

const FEED = "Demo court calendar";

/** Has the attorney's calendar read at the present address. */
export const ensureFeed = async (firm: DemoFirm): Promise<void> => {
  const intake = clientOf(firm);
  const path = { id: firm.attorney_id };
  const { data } = await intake.listFeeds({ path });
  const feeds = data.filter(({ name, url }) => name === FEED && LOOPBACK.test(url));
  if (feeds.some(({ url }) => url.startsWith(`${firm.base_url}/`))) return;
  for (const { id } of feeds) await intake.deleteFeed({ path: { ...path, feedId: id } });
  await intake.createFeed({ path, body: { name: FEED, url: firm.base_url + CALENDAR_PATH } });
};

/** The addresses of earlier starts. A feed of anybody else stays, whatever its name is. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1)[:/]/;

/** Returns the address of a new link, by which a lead of the demo firm books. */
export const newBookingLink = async (firm: DemoFirm): Promise<string> =>
  (await clientOf(firm).createLink({ path: { id: EXAMPLE_LEAD_ID }, body: { type: "initial" } })).url;

/** Returns the address of a new link, by which a member who manages signs in at the desk. */
export const newDeskLink = async (firm: DemoFirm): Promise<string> =>
  (await clientOf(firm).createSignInLink({ path: { id: firm.manager_id ?? firm.attorney_id } })).url;

const clientOf = ({ base_url, api_key }: DemoFirm) =>
  createIntakeClient({ baseUrl: base_url, apiKey: api_key });
