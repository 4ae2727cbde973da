import { endpoint } from "../../shared/api/endpoint.ts";
import { findAvailability } from "../../shared/scheduling/find-availability.ts";

export const handler = endpoint(findAvailability);
