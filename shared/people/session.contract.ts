import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { me } from "../keys/me.contract.ts";
import { page, pageQuery } from "../schema/page.ts";
import { instant } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";

/** A session of a member, without its secret. */
export const session = lazy(() =>
  z.object({
    id: z.uuid(),
    created_at: instant(),
    last_used_at: instant(),
    expires_at: instant(),
    browser: z.string(),
  }),
);

export const createSessionEndpoint = defineEndpoint({
  name: "create-session",
  method: "POST",
  path: "/api/session",
  summary: "Sign in with the token of a sign-in link; the answer sets a cookie",
  scope: null,
  keyKind: "sign_in",
  tableActions: ["GetItem", "BatchGetItem", "PutItem", "ConditionCheckItem"],
  keyActions: ["PutItem", "DeleteItem"],
  body: lazy(() => z.object({ keep: z._default(z.boolean(), false) })),
  response: { status: 201, schema: me },
});

export const createSessionDescription: DescriptionOf<typeof createSessionEndpoint> = {
  lostAnswer: { way: "repeated" },
  fields: { keep: "Whether the browser stays signed in." },
  body: { keep: true },
  prose: `
Signs a member in, for the desk: the answer sets the cookie of a new session, which no script can read. With \`keep\`, the
session ends 30 days after its last use, and 180 days after its beginning at the latest; otherwise after 12 hours, and
the cookie with the browser.

If the answer is lost, the token works again for ten minutes after its first use. Each use ends the session that the
last one made. A session that the browser had before ends, if the request has \`Intake-Desk: 1\`. A member has at most 10
sessions: one more ends the one that was used longest ago.

Programs use API keys. A session is accepted only in its cookie, with the header \`Intake-Desk: 1\` and without
\`Authorization\`.`,
};

/** Needs no key: whoever signs out is signed out, whatever the session allows. */
export const deleteSessionEndpoint = defineEndpoint({
  name: "delete-session",
  method: "DELETE",
  path: "/api/session",
  summary: "Sign out: end the session in the cookie, and remove the cookie",
  scope: null,
  isKeyless: true,
  tableActions: ["GetItem", "PutItem"],
  keyActions: ["DeleteItem"],
  response: { status: 204 },
});

export const deleteSessionDescription: DescriptionOf<typeof deleteSessionEndpoint> = {
  lostAnswer: { way: "repeated" },
  prose: `
Ends the session in the cookie of a request that has the header \`Intake-Desk: 1\`, and removes the cookie. The answer is
204 in any case. The sign-in link that made the session ends, too.`,
};

const SESSIONS = "/api/members/{id}/sessions";

export const listSessionsEndpoint = defineEndpoint({
  name: "list-sessions",
  method: "GET",
  path: SESSIONS,
  summary: "List where a member is signed in, newest first",
  scope: "settings:write",
  isOpenToOwnSession: true,
  tableActions: ["GetItem", "BatchGetItem"],
  query: lazy(() => z.object(pageQuery())),
  response: { status: 200, schema: lazy(() => page(session())) },
});

export const listSessionsDescription: DescriptionOf<typeof listSessionsEndpoint> = {
  prose: `
Lists the sessions of a member, newest first. A member's own session may list them whatever its access.`,
};

export const endSessionEndpoint = defineEndpoint({
  name: "end-session",
  method: "DELETE",
  path: `${SESSIONS}/{sessionId}`,
  summary: "Sign a member out of one browser",
  scope: "settings:write",
  isOpenToOwnSession: true,
  tableActions: ["BatchGetItem", "PutItem"],
  keyActions: ["DeleteItem"],
  response: { status: 204 },
});

export const endSessionDescription: DescriptionOf<typeof endSessionEndpoint> = {
  lostAnswer: { way: "deletion", gone: ["not_found", "invalid_key"] },
  path: { sessionId: "{session}" },
  prose: `
Ends one session of a member: within 10 seconds its requests get 401 \`invalid_key\`. The sign-in link that made it ends,
too. A member's own session may end any of them. To end all, change the member's \`access\` or \`active\`.`,
};
