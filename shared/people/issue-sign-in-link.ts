import { memberRecord } from "../members/member.store.ts";
import { memberSessionsRecord } from "../members/member-sessions.store.ts";
import { invalidRequest, requireFound } from "../schema/app-error.ts";
import { firmStateRecord, operatorKey } from "../settings/firm-state.store.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecords } from "../table/read-records.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { newSignInLink } from "./new-sign-in-link.steps.ts";
import { accessViolations } from "./sign-in.rules.ts";

type Request = {
  readonly firmId: FirmId;
  readonly memberId: string;
  readonly baseUrl: string;
  readonly nowMilliseconds: number;
};

/**
 * Creates the link with which a member signs in, as the operator.
 * @throws AppError `not_found`, or `invalid_request` for a member who cannot sign in
 */
export const issueSignInLink = (
  table: Table,
  { firmId, memberId, baseUrl, nowMilliseconds }: Request,
): Promise<{ readonly url: string; readonly expires_at: string }> =>
  retryReads(async () => {
    const { state, before, ...found } = await readRecords(table, {
      member: memberRecord(firmId, memberId),
      before: memberSessionsRecord(firmId, memberId),
      state: firmStateRecord(firmId),
    });
    const member = requireFound("member", found.member);
    const violations = accessViolations(member);
    if (violations.length > 0) throw invalidRequest(violations);
    const mark = (key: Parameters<typeof operatorKey>[0]) => operatorKey(key, state);
    const { writes, link } = newSignInLink(firmId, { member, before, mark, baseUrl, nowMilliseconds });
    await commit(table, writes);
    return link;
  });
