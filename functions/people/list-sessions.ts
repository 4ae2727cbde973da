import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { pageAfterCursor } from "../../shared/api/page.ts";
import { memberRecord } from "../../shared/members/member.store.ts";
import { listSessionsEndpoint } from "../../shared/people/session.contract.ts";
import { sessionPage } from "../../shared/people/session-reads.store.ts";
import { sessionResources } from "../../shared/people/sign-in.rules.ts";

const listSessions = operation(listSessionsEndpoint, {
  reads: ({ firmId, params, query }) => ({
    member: required("member", memberRecord(firmId, params.id)),
    page: pageAfterCursor({ firmId, query }, { sessions: params.id }, sessionPage(firmId, params.id)),
  }),

  decide: ({ page: { records, nextCursor } }, { nowMilliseconds }) => ({
    answer: {
      data: records.flatMap((session) => sessionResources(session, nowMilliseconds)),
      next_cursor: nextCursor,
    },
  }),
});

export const handler = endpoint(listSessions);
