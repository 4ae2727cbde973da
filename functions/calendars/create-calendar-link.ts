import { endpoint } from "../../shared/api/endpoint.ts";
import { createCalendarLink } from "../../shared/calendars/create-calendar-link.ts";

export const handler = endpoint(createCalendarLink);
