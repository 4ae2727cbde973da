import * as z from "zod/mini";
import { type FirmId, firmIdFromVerifiedSource } from "../../table/firm-id.ts";
import type { Item } from "../../table/item.ts";
import { apiKeyRecordKey, sha256, sha256OfApiKeyRecordKey } from "../../table/record-keys.ts";
import type { Table } from "../../table/table.ts";
import type { Actor } from "../change.ts";
import { SCOPES } from "../endpoint-definition.ts";
import { lazy } from "../schema/lazy.ts";
import { type RateWindowStore, rateWindowStore } from "./rate-window.ts";
import { type KeyKind, KINDS } from "./secret-key.ts";

const keyItem = lazy(() =>
  z.object({
    id: z.string(),
    firmId: z.pipe(z.string(), z.transform(firmIdFromVerifiedSource)),
    kind: z.enum(KINDS),
    name: z.string(),
    lastFour: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    /** The API version of its requests that have no `Intake-Version` header. */
    apiVersion: z.string(),
    enabled: z.boolean(),
    /** Set while the operator has disabled the firm; `enabled` stays as the firm set it. */
    firmDisabled: z.optional(z.literal(true)),
    /** Set while the firm has a limit across its keys. */
    firmLimited: z.optional(z.literal(true)),
    requestsPerMinute: z.number(),
    /** Permits of an instance's first lease; later leases are larger when the permits run out early. */
    permitsPerLease: z.number(),
    /** When the latest rate window began, and how many of its permits are issued. */
    windowStartMilliseconds: z.number(),
    windowUsed: z.number(),
    version: z.number(),
    /** Ingestion keys only: the source whose leads the key delivers. */
    sourceId: z.optional(z.string()),
    /** When the key expires, if ever. */
    expiresAtEpochSeconds: z.optional(z.number()),
  }),
);

/** A key as stored. Of the secret, only the SHA-256 and the last four characters are stored. */
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

/** The rate windows of keys, by their secrets. */
export const keyStore = (table: Table): RateWindowStore<StoredKey> =>
  rateWindowStore(table, { keyOf: (secret) => apiKeyRecordKey(sha256(secret)), parse: parseKey });

/** What never changes about a key. A source acts under its own id: its ingestion keys are rotated. A link's id is that of its key. */
export type KeyIdentity = {
  readonly kind: KeyKind;
  readonly firmId: FirmId;
  readonly actor: Actor & { readonly type: "api_key" | "source" | "client_link"; readonly id: string };
};

type Key = Pick<KeyIdentity, "kind" | "firmId"> & {
  readonly id: string;
  readonly sourceId?: string | undefined;
};

export const identityOf = ({ kind, firmId, id, sourceId }: Key): KeyIdentity => {
  if (sourceId !== undefined) return { kind, firmId, actor: { type: "source", id: sourceId } };
  return { kind, firmId, actor: { type: kind === "link" ? "client_link" : "api_key", id } };
};
