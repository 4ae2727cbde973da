import type { StoredKey } from "../api/keys/key-store.ts";
import type { Member } from "../members/member.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Me } from "./me.contract.ts";

type Caller = {
  readonly settings: Pick<FirmSettings, "name" | "timeZone">;
  /** The member of a session; null for an API key. */
  readonly member: Pick<Member, "id" | "name" | "access"> | null;
};

/** Returns the caller's key, member and firm. A session has no name. */
export const meResource = (
  firmId: FirmId,
  key: Omit<StoredKey, "sha256">,
  { settings, member }: Caller,
): Me => ({
  firm: { id: firmId, name: settings.name, time_zone: settings.timeZone },
  key: {
    id: key.id,
    name: key.kind === "session" ? null : key.name,
    scopes: [...key.scopes],
    requests_per_minute: key.requestsPerMinute,
    api_version: key.apiVersion,
  },
  member: member && { id: member.id, name: member.name, access: member.access },
});
