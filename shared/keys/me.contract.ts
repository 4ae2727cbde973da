import * as z from "zod/mini";
import { ACCESS } from "../api/access.ts";
import { defineEndpoint, SCOPES } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { lazy } from "../schema/zod.ts";

/** The calling key, its firm, and the member if it is a session. */
export const me = lazy(() =>
  z.object({
    firm: z.object({ id: z.uuid(), name: z.string(), time_zone: z.string() }),
    key: z.object({
      id: z.uuid(),
      name: z.nullable(z.string()),
      scopes: z.array(z.enum(SCOPES)),
      requests_per_minute: z.int(),
      api_version: z.string(),
    }),
    /** The member whose session it is; null for an API key. */
    member: z.nullable(z.object({ id: z.uuid(), name: z.string(), access: z.nullable(z.enum(ACCESS)) })),
  }),
);

export type Me = z.output<ReturnType<typeof me>>;

export const getMeEndpoint = defineEndpoint({
  name: "get-me",
  method: "GET",
  path: "/api/me",
  summary: "Get the calling API key and its firm, to test a connection",
  scope: null,
  tableActions: ["GetItem", "BatchGetItem"],
  response: { status: 200, schema: me },
});

export const getMeDescription: DescriptionOf<typeof getMeEndpoint> = {
  prose: `
Returns the key's firm, its scopes, its rate limit and the API version that it is pinned to. Every API key may call it,
so an integration can test its connection with it. The key of a lead source gets 403 \`insufficient_scope\`. For a member
who has signed in, it also shows the member; \`key\` is then the session.`,
};
