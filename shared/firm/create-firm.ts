import { SCOPES } from "../api/endpoint-definition.ts";
import { newKey } from "../api/keys/new-key.ts";
import { initialKeyCounts, keyItems } from "../keys/key-writes.store.ts";
import type { Member } from "../members/member.rules.ts";
import { initialMemberCount, memberToItem } from "../members/member.store.ts";
import { newRecordId } from "../runtime/record-id.ts";
import { LIMITS } from "../schema/limits.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { settingsToItem } from "../settings/firm.store.ts";
import { firmFields } from "../settings/firm-fields.contract.ts";
import { commit } from "../table/commit.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../table/firm-id.ts";
import type { Table } from "../table/table.ts";

type Request = Partial<FirmSettings> &
  Omit<FirmSettings, keyof typeof firmFields.initial> & {
    /** The UUID of no existing firm; by default a new UUIDv7. Older firms have a UUIDv4. */
    readonly id?: string;
    readonly members?: readonly Member[];
    readonly nowMilliseconds: number;
  };

const FIRST_KEY = {
  kind: "api" as const,
  name: "First key",
  scopes: [...SCOPES],
  requestsPerMinute: LIMITS.requestsPerMinuteDefault,
};

export type CreatedFirm = { readonly firmId: FirmId; readonly apiKey: string };

/** Creates a firm, its members and its first API key (all scopes) in one transaction. The secret is not stored. */
export const createFirm = async (
  table: Table,
  { members = [], nowMilliseconds, id = newRecordId(nowMilliseconds), ...settings }: Request,
): Promise<CreatedFirm> => {
  const firmId = firmIdFromVerifiedSource(id);
  const { secret: apiKey, key } = newKey(firmId, FIRST_KEY, nowMilliseconds);
  const items = [
    settingsToItem(firmId, { ...firmFields.initial, ...settings }),
    ...keyItems(firmId, apiKey, key),
    initialKeyCounts(firmId),
    initialMemberCount(firmId, members.length),
    ...members.map((member) => memberToItem(firmId, member)),
  ];
  await commit(
    table,
    items.map((Item) => ({ Put: { Item } })),
  );
  return { firmId, apiKey };
};
