import { endpoint } from "../../shared/api/endpoint.ts";
import { putConflictEntry } from "../../shared/conflicts/put-conflict-entry.ts";

export const handler = endpoint(putConflictEntry);
