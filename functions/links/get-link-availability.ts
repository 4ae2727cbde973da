import { endpoint } from "../../shared/api/endpoint.ts";
import { getLinkAvailability } from "../../shared/links/get-link-availability.ts";

export const handler = endpoint(getLinkAvailability);
