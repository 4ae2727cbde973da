import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { page, pageQuery } from "../schema/page.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { lazy } from "../schema/zod.ts";
import { feedFields } from "./feed-fields.contract.ts";

/** A feed as the API shows it, without its address. */
export const feed = feedFields.shown;

const newFeed = lazy(() => settingsObject(feedFields.created()));

export const createFeedEndpoint = defineEndpoint({
  name: "create-feed",
  method: "POST",
  path: "/api/members/{id}/feeds",
  summary: "Read a member's own calendar from its secret address, every ten to thirty minutes",
  scope: "settings:write",
  tableActions: ["BatchGetItem", "PutItem"],
  fetchesFeeds: true,
  body: newFeed,
  response: { status: 201, schema: feed },
});

export const createFeedDescription: DescriptionOf<typeof createFeedEndpoint> = {
  lostAnswer: { way: "failed" },
  body: {
    url: "https://calendar.example.com/ical/ruth/private-4f1e8b7a6c50/basic.ics",
    name: "Court calendar",
  },
  prose: `
Makes the service read a member's own calendar: now, and from then on about every ten minutes, up to thirty while it
does not change. Its busy times in the next 180 days are those of a calendar with the feed's \`id\` as its name: no later booking overlaps them, as with
[pushed ones](#tag/attorneys/PUT/api/attorneys/{id}/busy/{calendar}).

- \`url\` is the secret address that Google, Outlook and iCloud give for a calendar. It must be \`https\`, for which
  \`webcal:\` stands too, without a user name, and lead to public addresses. No response shows more of it than its host.
- A member has at most 3 feeds, beside the calendars of pushes.
- Free, canceled and declined events do not count. Those of \`email\` of the member are declined where the member did so.
- Times without a zone are in the member's. A zone that the service does not know is a \`last_error\` that names it.
- A calendar that cannot be read keeps its busy times. \`last_error\` says why. The service tries again, at least every
  six hours unless the calendar's server asks to wait for longer, up to a day; after a day without success, \`calendar.stale\` comes once.`,
};

export const listFeedsEndpoint = defineEndpoint({
  name: "list-feeds",
  method: "GET",
  path: "/api/members/{id}/feeds",
  summary: "List the feeds of a member, and whether they work",
  scope: "settings:read",
  tableActions: ["GetItem", "Query"],
  query: lazy(() => z.object(pageQuery())),
  response: { status: 200, schema: lazy(() => page(feed())) },
});

export const listFeedsDescription: DescriptionOf<typeof listFeedsEndpoint> = {
  prose: `
Lists the feeds of a member, newest first. \`last_fetched_at\` and \`last_error\` show whether they work.`,
};

export const deleteFeedEndpoint = defineEndpoint({
  name: "delete-feed",
  method: "DELETE",
  path: "/api/members/{id}/feeds/{feedId}",
  summary: "Remove a feed and all its busy times",
  scope: "settings:write",
  tableActions: ["BatchGetItem", "GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"],
  response: { status: 204 },
});

export const deleteFeedDescription: DescriptionOf<typeof deleteFeedEndpoint> = {
  lostAnswer: { way: "deletion", gone: ["not_found"] },
  path: { id: "{attorney}", feedId: "{feed}" },
  prose: `
Removes the feed and all its busy times; a reading that is under way writes nothing more. After a 503 some busy times may
be left: repeat the request, and it continues.`,
};
