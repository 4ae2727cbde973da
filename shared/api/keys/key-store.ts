import * as z from "zod/mini";
import { lazy } from "../../schema/zod.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../../table/firm-id.ts";
import { apiKeyRecordKey, type Item, sha256, sha256OfApiKeyRecordKey } from "../../table/record-keys.ts";
import type { Table } from "../../table/table.ts";
import type { Actor } from "../change.ts";
import { SCOPES } from "../endpoint-definition.ts";
import { type RateWindowStore, rateWindowStore } from "./rate-windows.ts";
import { type KeyKind, KINDS } from "./secret-key.ts";

const keyItem = lazy(() =>
  z.object({
    id: z.string(),
    firmId: z.pipe(z.string(), z.transform(firmIdFromVerifiedSource)),
    kind: z.enum(KINDS),
    name: z.string(),
    lastFour: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    /** The API version of its requests without an `Intake-Version` header. */
    apiVersion: z.string(),
    enabled: z.boolean(),
    /** Set while the operator has disabled the firm. `enabled` stays as the firm set it. */
    firmDisabled: z.optional(z.literal(true)),
    /** Set while the firm has a limit across its keys. */
    firmLimited: z.optional(z.literal(true)),
    requestsPerMinute: z.number(),
    /** Permits of an instance's first lease. Later leases are larger when the permits run out early. */
    permitsPerLease: z.number(),
    /** The start of the latest rate window, and the number of its issued permits. */
    windowStartMilliseconds: z.number(),
    windowUsed: z.number(),
    version: z.number(),
    /** Only for ingestion keys: the source whose leads the key delivers. */
    sourceId: z.optional(z.string()),
    /** Only for the keys of calendar links: the member whose consultations the key shows, and whether with names. */
    memberId: z.optional(z.string()),
    showsNames: z.optional(z.boolean()),
    /** The expiry of the key, if any. */
    expiresAtEpochSeconds: z.optional(z.number()),
  }),
);

/** A stored key. It has only the SHA-256 and the last four characters of the secret. */
export type KeyRecord = z.output<ReturnType<typeof keyItem>>;

/** A key and the hash that it is stored under. */
export type StoredKey = KeyRecord & { readonly sha256: string };

export const parseKey = (item: Item): StoredKey => ({
  ...keyItem().parse(item),
  sha256: sha256OfApiKeyRecordKey(item),
});

export const keyToItem = (secret: string, key: KeyRecord): Item => ({
  ...apiKeyRecordKey(sha256(secret)),
  ...key,
});

/** Stores the rate windows of keys, by their secrets. */
export const keyStore = (table: Table): RateWindowStore<StoredKey> =>
  rateWindowStore(table, { keyOf: (secret) => apiKeyRecordKey(sha256(secret)), parse: parseKey });

/**
 * The constant facts of a key. A source acts under its own id, since its ingestion keys are rotated. A link's id is
 * that of its key. A calendar link changes nothing, so no event has its actor.
 */
export type KeyIdentity = {
  readonly kind: KeyKind;
  readonly firmId: FirmId;
  /** Only for the key of a calendar link: the member whose consultations it shows, and whether with names. */
  readonly calendar?: { readonly memberId: string; readonly showsNames: boolean } | undefined;
  readonly actor: Actor & { readonly type: "api_key" | "source" | "client_link"; readonly id: string };
};

type Key = Pick<KeyIdentity, "kind" | "firmId"> &
  Pick<KeyRecord, "id" | "sourceId" | "memberId" | "showsNames">;

export const identityOf = ({
  kind,
  firmId,
  id,
  sourceId,
  memberId,
  showsNames = false,
}: Key): KeyIdentity => {
  if (sourceId !== undefined) return { kind, firmId, actor: { type: "source", id: sourceId } };
  return {
    kind,
    firmId,
    calendar: memberId === undefined ? undefined : { memberId, showsNames },
    actor: { type: kind === "link" ? "client_link" : "api_key", id },
  };
};
