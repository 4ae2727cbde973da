import { endpoint } from "../../shared/api/endpoint.ts";
import { createSource } from "../../shared/sources/create-source.ts";

export const handler = endpoint(createSource);
