import { endpoint } from "../../shared/api/endpoint.ts";
import { deleteLink } from "../../shared/links/delete-link.ts";

export const handler = endpoint(deleteLink);
