import { endpoint } from "../../shared/api/endpoint.ts";
import { deleteCalendarLink } from "../../shared/calendars/delete-calendar-link.ts";

export const handler = endpoint(deleteCalendarLink);
