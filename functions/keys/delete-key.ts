import { endpoint } from "../../shared/api/endpoint.ts";
import { deleteKey } from "../../shared/keys/delete-key.ts";

export const handler = endpoint(deleteKey);
