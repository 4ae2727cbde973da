import { endpoint } from "../../shared/api/endpoint.ts";
import { endSession } from "../../shared/people/end-session.ts";

export const handler = endpoint(endSession);
