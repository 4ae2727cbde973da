import { scopesOfAccess } from "../api/access.ts";
import { grantChecks, requireGrantable } from "../api/keys/grant.ts";
import { operation, required } from "../api/operation.ts";
import { memberRecord } from "../members/member.store.ts";
import { memberSessionsRecord } from "../members/member-sessions.store.ts";
import { firmStateRecord, markedKey } from "../settings/firm-state.store.ts";
import { newSignInLink } from "./new-sign-in-link.steps.ts";
import { accessViolations } from "./sign-in.rules.ts";
import { createSignInLinkEndpoint } from "./sign-in-link.contract.ts";

/** Creates the link with which a member signs in. A caller cannot give more than it has. */
export const createSignInLink = operation(createSignInLinkEndpoint, {
  reads: ({ firmId, params }) => ({
    member: required("member", memberRecord(firmId, params.id)),
    before: memberSessionsRecord(firmId, params.id),
    state: firmStateRecord(firmId),
  }),

  violations: ({ member }) => accessViolations(member),

  decide: ({ member, before, state }, { firmId, key: caller, baseUrl, nowMilliseconds }) => {
    const grant = { grantor: caller, scopes: scopesOfAccess(member.access), field: "access" } as const;
    requireGrantable(caller, grant.scopes, grant.field);
    const { writes, link } = newSignInLink(firmId, {
      member,
      before,
      mark: (key) => markedKey(key, state),
      baseUrl,
      nowMilliseconds,
    });
    return { writes: [...grantChecks(grant), ...writes], answer: link };
  },
});
