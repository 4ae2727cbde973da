import type { ApiResponse } from "./http-call.ts";

/** Returns the fields in the details of an error response, in order. */
export const violationFields = ({ body }: Pick<ApiResponse, "body">): string[] =>
  body.error.details.map(({ field }: { field: string }) => field);
