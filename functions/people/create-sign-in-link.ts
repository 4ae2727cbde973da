import { endpoint } from "../../shared/api/endpoint.ts";
import { createSignInLink } from "../../shared/people/create-sign-in-link.ts";

export const handler = endpoint(createSignInLink);
