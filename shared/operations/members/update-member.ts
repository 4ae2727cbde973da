import type { MemberChanges } from "../../contract/members.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Member } from "../../domain/members/member.ts";
import { memberChange } from "../../domain/members/member-changes.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { memberStore } from "../../storage/members/member-store.ts";
import { requireVersion } from "../require-version.ts";

/**
 * Changes what differs from the member as it stands; returns it as it is when nothing does.
 * @throws AppError `version_conflict`
 */
export const updateMember = async (
  table: Table,
  { firmId, member }: { firmId: FirmId; member: Member },
  changes: MemberChanges,
  expectedVersion: number | null,
): Promise<Member> => {
  requireVersion("member", member, expectedVersion);
  const change = memberChange(member, changes);
  if (Object.keys(change).length === 0) return member;
  return memberStore(table).change(firmId, member.id, change, expectedVersion);
};
