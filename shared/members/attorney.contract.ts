import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { page, pageQuery } from "../schema/page.ts";
import { lazy } from "../schema/zod.ts";

/** A member who can be booked, with only the fields that booking needs. */
export const attorney = lazy(() =>
  z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: z.string(),
    time_zone: z.string(),
    has_office_hours: z.boolean(),
  }),
);

export type AttorneyResource = z.output<ReturnType<typeof attorney>>;

export const listAttorneysEndpoint = defineEndpoint({
  name: "list-attorneys",
  method: "GET",
  path: "/api/attorneys",
  summary: "List the active members who can be booked for consultations",
  scope: "consultations:read",
  tableActions: ["Query"],
  query: lazy(() => z.object(pageQuery())),
  response: { status: 200, schema: lazy(() => page(attorney())) },
});

export const listAttorneysDescription: DescriptionOf<typeof listAttorneysEndpoint> = {
  prose: `
Lists the members with whom consultations can be booked, newest first: those who are active and schedulable. An attorney
without office hours (\`has_office_hours\` is false) has no free slot. Unlike the list of members, this list needs no
settings scope and shows no time off.`,
};
