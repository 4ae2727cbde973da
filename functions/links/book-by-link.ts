import { endpoint } from "../../shared/api/endpoint.ts";
import { bookByLink } from "../../shared/links/book-by-link.ts";

export const handler = endpoint(bookByLink);
