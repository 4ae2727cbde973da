import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { instant } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";

export const createSignInLinkEndpoint = defineEndpoint({
  name: "create-sign-in-link",
  method: "POST",
  path: "/api/members/{id}/sign-in-link",
  summary: "Create the link with which a member signs in; its address is shown only once",
  scope: "settings:write",
  tableActions: ["BatchGetItem", "PutItem", "ConditionCheckItem"],
  keyActions: ["PutItem", "DeleteItem"],
  response: { status: 201, schema: lazy(() => z.object({ url: z.string(), expires_at: instant() })) },
});

export const createSignInLinkDescription: DescriptionOf<typeof createSignInLinkEndpoint> = {
  lostAnswer: { way: "repeated" },
  fields: {
    url: "The address that the member opens. The token after the `#`, `iti_…`, signs in once.",
    expires_at: "The time until which it can be used.",
  },
  response: () => ({
    url: "https://intake.example.com/desk#iti_2Fq7GnXc1Kp5VzRdM9NsTbYj4WhLe8AuQwJx6CmBrHk0Dy3Za7Ei",
    expires_at: "2026-11-09T15:00:00.000Z",
  }),
  prose: `
Creates the address at which a member signs in, for you to give to that person: the service sends no mail. It works once,
within seven days. A new one ends the one before. Whoever opens it first is that member.

The caller needs every scope of the member's \`access\`, else 403 \`insufficient_scope\`. A member without \`access\`, or one
who is not active, is 422.`,
};
