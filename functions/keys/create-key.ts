import { endpoint } from "../../shared/api/endpoint.ts";
import { createKey } from "../../shared/keys/create-key.ts";

export const handler = endpoint(createKey);
