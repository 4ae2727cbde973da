import type { SourceResource } from "../../contract/sources.ts";
import { createdAt } from "../record-id.ts";
import type { Source } from "./source.ts";

/** A source as the API shows it. */
export const sourceResource = ({ keys: [current, previous], ...source }: Source): SourceResource => ({
  id: source.id,
  key: source.key,
  name: source.name,
  mapping: { ...source.mapping },
  default_assignee_id: source.defaultAssigneeId,
  enabled: source.enabled,
  last_four: current?.lastFour ?? "",
  previous_key_expires_at: previous?.expiresAtEpochSeconds
    ? new Date(previous.expiresAtEpochSeconds * 1000).toISOString()
    : null,
  created_at: createdAt(source.id),
  version: source.version,
});
