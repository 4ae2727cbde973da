import { checked, operation, required } from "../api/operation.ts";
import { memberRecord } from "../members/member.store.ts";
import { endOneSession, memberSessionsRecord } from "../members/member-sessions.store.ts";
import { notFound } from "../schema/app-error.ts";
import { endSessionEndpoint } from "./session.contract.ts";

/** Signs a member out of one browser. The link that made the session ends too. */
export const endSession = operation(endSessionEndpoint, {
  reads: ({ firmId, params }) => ({
    member: required("member", memberRecord(firmId, params.id)),
    before: checked(memberSessionsRecord(firmId, params.id), (before) => {
      if (before.sessions.every(({ id }) => id !== params.sessionId)) throw notFound("session");
      return before;
    }),
  }),

  decide: ({ before }, { firmId, params }) => ({
    writes: endOneSession(firmId, before, params.sessionId),
    answer: undefined,
  }),
});
