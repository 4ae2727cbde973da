import { endpoint } from "../../shared/api/endpoint.ts";
import { updateKey } from "../../shared/keys/update-key.ts";

export const handler = endpoint(updateKey);
