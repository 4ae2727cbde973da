import * as z from "zod/mini";
import { lazy } from "../../schema/zod.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../../table/firm-id.ts";
import { nullIfMissing, type RecordRef } from "../../table/read-records.ts";
import { apiKeyRecordKey, type Item, sha256, sha256OfApiKeyRecordKey } from "../../table/record-keys.ts";
import type { Table } from "../../table/table.ts";
import { ACCESS, scopesOfAccess } from "../access.ts";
import type { Actor } from "../change.ts";
import { SCOPES } from "../endpoint-definition.ts";
import { type RateWindowStore, rateWindowStore } from "./rate-windows.ts";
import { type KeyKind, KINDS, kindOfSecretKey } from "./secret-key.ts";

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
    /**
     * For the keys of calendar links, the member whose consultations the key shows, and whether with names; for those of
     * sign-in links and sessions, the member who signs in.
     */
    memberId: z.optional(z.string()),
    showsNames: z.optional(z.boolean()),
    /** Only for sessions, whose scopes follow from it. */
    access: z.optional(z.enum(ACCESS)),
    /** The expiry of the key, if any. */
    expiresAtEpochSeconds: z.optional(z.number()),
  }),
);

/** A stored key. It has only the SHA-256 and the last four characters of the secret. */
export type KeyRecord = z.output<ReturnType<typeof keyItem>>;

/** A key and the hash that it is stored under. */
export type StoredKey = KeyRecord & { readonly sha256: string };

export const parseKey = (item: Item): StoredKey => {
  const key = keyItem().parse(item);
  const scopes = key.access === undefined ? key.scopes : [...scopesOfAccess(key.access)];
  return { ...key, scopes, sha256: sha256OfApiKeyRecordKey(item) };
};

/** Reads the key with a hash, or null. */
export const keyRecord = (sha256: string): RecordRef<StoredKey | null> => ({
  key: apiKeyRecordKey(sha256),
  parse: nullIfMissing(parseKey),
});

export const keyToItem = (secret: string, key: KeyRecord): Item => ({
  ...apiKeyRecordKey(sha256(secret)),
  ...key,
});

/** Stores the rate windows of keys, by their secrets. */
export const keyStore = (table: Table): RateWindowStore<StoredKey> =>
  rateWindowStore(table, {
    keyOf: (secret) => apiKeyRecordKey(sha256(secret)),
    parse: parseKey,
    isEndedByPause: (secret) => kindOfSecretKey(secret) === "session",
  });

/**
 * The constant facts of a key. A source acts under its own id, since its ingestion keys are rotated, and a member under
 * theirs. A link's id is that of its key. A calendar link changes nothing, so no event has its actor.
 */
export type KeyIdentity = {
  readonly kind: KeyKind;
  readonly firmId: FirmId;
  /** Only for the key of a calendar link: the member whose consultations it shows, and whether with names. */
  readonly calendar?: { readonly memberId: string; readonly showsNames: boolean } | undefined;
  readonly actor: Actor & { readonly type: CallerType; readonly id: string };
};

type CallerType = "api_key" | "source" | "client_link" | "member";

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
  if (memberId !== undefined && (kind === "session" || kind === "sign_in"))
    return { kind, firmId, actor: { type: "member", id: memberId } };
  return {
    kind,
    firmId,
    calendar: memberId === undefined ? undefined : { memberId, showsNames },
    actor: { type: kind === "link" ? "client_link" : "api_key", id },
  };
};
