import * as z from "zod/mini";
import { defineEndpoint, SCOPES } from "../api/endpoint-definition.ts";
import { lazy } from "../schema/zod.ts";

/** The calling key and its firm. */
export const me = lazy(() =>
  z.object({
    firm: z.object({ id: z.uuid(), name: z.string(), time_zone: z.string() }),
    key: z.object({
      id: z.uuid(),
      name: z.string(),
      scopes: z.array(z.enum(SCOPES)),
      requests_per_minute: z.int(),
      api_version: z.string(),
    }),
  }),
);

export type Me = z.output<ReturnType<typeof me>>;

export const getMeEndpoint = defineEndpoint({
  name: "get-me",
  method: "GET",
  path: "/api/me",
  summary: "Get the calling API key and its firm, to test a connection",
  scope: null,
  tableActions: ["GetItem"],
  response: { status: 200, schema: me },
});
