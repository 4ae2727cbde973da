import { endpoint } from "../../shared/api/endpoint.ts";
import { createConflictCheck } from "../../shared/conflicts/create-conflict-check.ts";

export const handler = endpoint(createConflictCheck);
