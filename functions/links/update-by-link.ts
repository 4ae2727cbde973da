import { endpoint } from "../../shared/api/endpoint.ts";
import { updateByLink } from "../../shared/links/update-by-link.ts";

export const handler = endpoint(updateByLink);
