import * as z from "zod/mini";
import { ACTOR_TYPES } from "../api/change.ts";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { type BesideOf, besideRows } from "../api/event-rows.ts";
import { filterBy } from "../schema/fields.ts";
import { page, pageQuery } from "../schema/page.ts";
import { recordFields } from "../schema/record-fields.ts";
import { instant } from "../schema/time.ts";
import { EVEN_IF_INVALID, lazy } from "../schema/zod.ts";
import { EVENT_TYPES, EVENTS, type EventType } from "./event-types.contract.ts";

const resource = z.record(z.string(), z.unknown());

/** The cause of a change. `id` is that of the member, key, source or link; null for the service itself. */
export const actor = lazy(() => z.object({ type: z.enum(ACTOR_TYPES), id: z.nullable(z.string()) }));

/** The fields beside `data` that only events of some type have. */
export const besideFields = recordFields(besideRows(EVENTS));

/**
 * An event: one change of a record, as webhooks, the event bus and the log show it. A lead's history has it for good, so
 * every later schema must accept it.
 */
export const event = lazy(() =>
  z.object({
    id: z.uuid(),
    type: z.string(),
    created_at: instant(),
    /** The record's revision, by which consumers can order events that arrive out of order. */
    sequence: z.int(),
    /** The record as the API returns it. */
    data: resource,
    /** Old values of the changed fields; in `data`, of the changed keys. null means that there was no value. */
    previous: resource,
    ...z.partial(besideFields.shown()).shape,
    actor: actor(),
  }),
);

export type EventResource = z.output<ReturnType<typeof event>>;

/** The fields beside `data` with their values, by type. */
export type FieldsOfType = {
  readonly [Type in EventType as Type extends Bare ? never : Type]?: Partial<
    Pick<EventResource, keyof EventResource & keyof BesideOf<(typeof EVENTS)[Type]>>
  >;
};

/** The types without such fields. */
type Bare = {
  [Type in EventType]: [BesideOf<(typeof EVENTS)[Type]>] extends [never] ? Type : never;
}[EventType];

/** `latest` is the position for `after` in the next request. */
const eventPage = lazy(() => z.extend(page(event()), { latest: z.string() }));

export type EventPage = z.output<ReturnType<typeof eventPage>>;

const isSent = (text: unknown) => typeof text === "string" && text.trim() !== "";

/** The history of a lead is another list than those of the log. */
const leadAlone = z.refine<Readonly<Record<string, unknown>>>(
  ({ lead, record, after }) => !isSent(lead) || !(isSent(record) || isSent(after)),
  { path: ["lead"], error: "cannot go with record or after", ...EVEN_IF_INVALID },
);

const eventQuery = lazy(() =>
  z
    .object({
      ...pageQuery(),
      type: filterBy(EVENT_TYPES),
      /** The id of the lead whose history is wanted. */
      lead: z.optional(z.string()),
      /** The id of the lead or consultation, or of the attorney of a calendar. */
      record: z.optional(z.string()),
      /** The id of the member, API key, source or link that caused the change. */
      actor: z.optional(z.string()),
      /** The `latest` of an earlier response. */
      after: z.optional(z.string()),
    })
    .check(leadAlone),
);

export type EventQuery = z.output<ReturnType<typeof eventQuery>>;

export const listEventsEndpoint = defineEndpoint({
  name: "list-events",
  method: "GET",
  path: "/api/events",
  summary: "List the events of the last 30 days or the history of a lead, or the events after a position",
  scope: "events:read",
  tableActions: ["Query", "QueryIndex", "BatchGetItem", "GetItem"],
  query: eventQuery,
  response: { status: 200, schema: eventPage },
});

export const listEventsDescription: DescriptionOf<typeof listEventsEndpoint> = {
  // A record does not go with a lead.
  query: { record: "" },
  response: ({ Event }) => ({
    data: [Event],
    next_cursor: null,
    latest: "eyJhdCI6IjAxOWE0YTFlLTVjMDEtN2UyZiJ9.Vt20aw",
  }),
  prose: `
Lists the events of leads, consultations and calendars in the last 30 days, newest first. You can filter by \`type\`, \`record\` and
\`actor\`.

With \`lead\`, lists the history of a lead, which has no end: the events of the lead, of the leads merged into it and of
their consultations. You can filter it by \`type\` and \`actor\`. It has an event usually within a second of the change.
That of a merged lead has its own events. An id of no lead has no events. A filter by the \`record\` of a lead or
consultation lists that record's events in the history.

With \`after\`, the list goes forward instead, oldest first. Send the \`latest\` of an earlier response. A reader that
always continues from the last \`latest\` sees every event exactly once, usually within a second of the change, and needs
no webhook. While \`next_cursor\` is not null, ask again at once.

Events show records before and after the change, even if the key has no scope to read these records.`,
};

export const getEventEndpoint = defineEndpoint({
  name: "get-event",
  method: "GET",
  path: "/api/events/{id}",
  summary: "Get an event",
  scope: "events:read",
  tableActions: ["GetItem"],
  response: { status: 200, schema: event },
});

export const getEventDescription: DescriptionOf<typeof getEventEndpoint> = {
  prose: `
Returns one event by its id, which is also the \`webhook-id\` of its deliveries. An event older than 30 days that is in
no lead's history is 404 \`not_found\`.`,
};
