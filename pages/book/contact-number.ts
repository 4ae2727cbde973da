import { includesVisitors, zonesOf } from "../shared/time-zones.ts";
import type { Link } from "./link-api.ts";

type Numbered = Pick<Link, "firm" | "contact_phone" | "contact_phone_text">;

/** Returns the firm's number as people write it in its country, or in others if the visitor's zone is not one of its. */
export const shownNumber = ({ firm, contact_phone, contact_phone_text: text }: Numbered): string | null => {
  // A service that is older than the page sends no text.
  if (!text) return contact_phone;
  const isHome = includesVisitors([firm.time_zone, ...zonesOf(firm.country)]);
  return (isHome ? text.national : null) ?? text.international;
};
