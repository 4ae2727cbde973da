import { endpoint } from "../../shared/api/endpoint.ts";
import { decideConflictCheck } from "../../shared/conflicts/decide-conflict-check.ts";

export const handler = endpoint(decideConflictCheck);
