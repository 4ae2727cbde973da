import { endpoint } from "../../shared/api/endpoint.ts";
import { deleteBusyCalendar } from "../../shared/calendars/delete-busy-calendar.ts";

export const handler = endpoint(deleteBusyCalendar);
