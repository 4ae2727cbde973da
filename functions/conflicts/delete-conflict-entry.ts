import { endpoint } from "../../shared/api/endpoint.ts";
import { deleteConflictEntry } from "../../shared/conflicts/delete-conflict-entry.ts";

export const handler = endpoint(deleteConflictEntry);
