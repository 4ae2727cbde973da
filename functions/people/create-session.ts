import { endpoint } from "../../shared/api/endpoint.ts";
import { createSession } from "../../shared/people/create-session.ts";

export const handler = endpoint(createSession);
