import { requireFound } from "../../contract/app-error.ts";
import type { MemberChanges } from "../../contract/members.ts";
import type { Violation } from "../../contract/schema/violations.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Member } from "../../domain/members/member.ts";
import { memberChange, memberViolations } from "../../domain/members/member-changes.ts";
import { requireVersion } from "../../domain/require-version.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { memberRecord, memberStore } from "../../storage/members/member-store.ts";

type Request = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (otherViolations: readonly Violation[]) => MemberChanges;
  readonly expectedVersions: readonly number[] | null;
};

/**
 * Changes the fields that differ; decides again when the member has changed since it was read.
 * @throws AppError `not_found`, `invalid_request` or `version_conflict`
 */
export const updateMember = (
  table: Table,
  { firmId, params, json, body, expectedVersions }: Request,
): Promise<Member> =>
  retryOnConflict(async () => {
    const member = requireFound("member", await readRecord(table, memberRecord(firmId, params.id)));
    const input = body(memberViolations(json));
    requireVersion("member", member, expectedVersions);
    const change = memberChange(member, input);
    if (Object.keys(change).length === 0) return member;
    return memberStore(table).change(firmId, member, change);
  });
