import type * as z from "zod/mini";
import { createdAt } from "../runtime/record-id.ts";
import { notFound } from "../schema/app-error.ts";
import type { calendarLink } from "./calendar-link.contract.ts";

/** A calendar link: its id, which is also that of its key, and the hash of that key. */
export type CalendarLink = {
  readonly id: string;
  readonly showsNames: boolean;
  readonly sha256: string;
};

/** A member's calendar links, oldest first. `version` counts their changes; 0 means that there is no item. */
export type CalendarLinks = {
  readonly memberId: string;
  readonly version: number;
  readonly links: readonly CalendarLink[];
};

export const calendarLinkResource = ({
  id,
  showsNames,
}: CalendarLink): z.output<ReturnType<typeof calendarLink>> => ({
  id,
  names: showsNames,
  created_at: createdAt(id),
});

/**
 * Returns one of the links.
 * @throws AppError `not_found`
 */
export const requireCalendarLink = ({ links }: CalendarLinks, id: string): CalendarLink => {
  const link = links.find((each) => each.id === id);
  if (link === undefined) throw notFound("calendar link");
  return link;
};
