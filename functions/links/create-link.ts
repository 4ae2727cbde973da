import { endpoint } from "../../shared/api/endpoint.ts";
import { createLink } from "../../shared/links/create-link.ts";

export const handler = endpoint(createLink);
