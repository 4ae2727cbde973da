import { endpoint } from "../../shared/api/endpoint.ts";
import { putConflictEntries } from "../../shared/conflicts/put-conflict-entries.ts";

export const handler = endpoint(putConflictEntries);
