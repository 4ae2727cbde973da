import { requireFound } from "../api/app-error.ts";
import { requireVersion } from "../api/require-version.ts";
import type { Violation } from "../api/schema/violations.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import type { MemberChanges } from "./member.contract.ts";
import type { Member } from "./member.rules.ts";
import { memberRecord, memberStore } from "./member.store.ts";
import { memberChange, memberViolations } from "./member-changes.rules.ts";

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
