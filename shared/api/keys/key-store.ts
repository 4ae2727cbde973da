import { crc32 } from "node:zlib";
import * as z from "zod/mini";
import { AppError } from "../../schema/app-error.ts";
import { isPlaceholder } from "../../schema/placeholder.ts";
import { lazy } from "../../schema/zod.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../../table/firm-id.ts";
import { apiKeyRecordKey, type Item, sha256, sha256OfApiKeyRecordKey } from "../../table/record-keys.ts";
import type { Table } from "../../table/table.ts";
import type { Actor } from "../change.ts";
import { type EndpointDefinition, isOptions, SCOPES } from "../endpoint-definition.ts";
import type { HttpEvent } from "../http-handler.ts";
import { type RateWindowStore, rateWindowStore } from "./rate-leases.ts";

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

/**
 * `itk_` keys call the API for a firm; `its_` keys deliver the leads of one lead source; `itl_` keys are in the links
 * of clients; `itc_` keys are in the addresses of calendar links.
 */
const PREFIXES = { api: "itk_", ingestion: "its_", link: "itl_", calendar: "itc_" } as const;

export type KeyKind = keyof typeof PREFIXES;

export const KINDS = ["api", "ingestion", "link", "calendar"] as const satisfies KeyKind[];

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const SECRET_BYTES = 32;
const SECRET_DIGITS = 43; // 62^43 > 2^256
const CHECKSUM_DIGITS = 6; // 62^6 > 2^32
const SECRET_CHARACTERS = PREFIXES.api.length + SECRET_DIGITS + CHECKSUM_DIGITS;

/** Formats a key: a prefix, 32 random bytes in base62, and the CRC32 of both. */
export const formatSecretKey = (kind: KeyKind, randomBytes: Buffer): string =>
  withChecksum(PREFIXES[kind] + base62(BigInt(`0x${randomBytes.toString("hex")}`), SECRET_DIGITS));

/** Returns whether the text is a well-formed key. The checksum reveals a mistyped key without a read of the store. */
export const isSecretKey = (text: string): boolean =>
  text.length === SECRET_CHARACTERS &&
  /^it[kslc]_[0-9A-Za-z]+$/.test(text) &&
  text === withChecksum(text.slice(0, -CHECKSUM_DIGITS));

/** Returns the kind of a well-formed key; null for any other text. */
export const kindOfSecretKey = (text: string): KeyKind | null => {
  if (!isSecretKey(text)) return null;
  return KINDS.find((kind) => text.startsWith(PREFIXES[kind])) ?? null;
};

const withChecksum = (text: string) => text + base62(BigInt(crc32(text)), CHECKSUM_DIGITS);

const base62 = (number: bigint, length: number): string => {
  let digits = "";
  for (let rest = number; digits.length < length; rest /= 62n) digits = DIGITS[Number(rest % 62n)] + digits;
  return digits;
};

/** Returns the kind of key that an endpoint takes in the address, and who sends it, as errors name both; null for none. */
export const addressKeyOf = ({ acceptsIngestionKey, keyKind }: EndpointDefinition): AddressKey | null => {
  if (acceptsIngestionKey)
    return { kind: "ingestion", owner: "a lead source", key: "a source's ingestion key" };
  if (keyKind !== "calendar") return null;
  return { kind: "calendar", owner: "a calendar link", key: "the key of a calendar link" };
};

type AddressKey = { readonly kind: KeyKind; readonly owner: string; readonly key: string };

/**
 * Returns the well-formed key of a request, or null for a malformed one. An Authorization header wins over a key in the
 * address, which only lead sources and calendar links may use.
 * @throws AppError `missing_key`, or `invalid_key` for a placeholder, and for an API key in the address
 */
export const requestSecret = (event: HttpEvent, definition: EndpointDefinition): string | null => {
  // Browsers send OPTIONS with an address alone, which may hold a key.
  const header = isOptions(event) ? undefined : event.headers.authorization?.trim();
  const accepted = addressKeyOf(definition);
  const addressKey = accepted ? event.queryStringParameters?.key?.trim() : undefined;
  if (!header && accepted && addressKey) return requireKind(refusePlaceholder(addressKey), accepted);
  const secret = refusePlaceholder(bearerToken(header, accepted));
  return isSecretKey(secret) ? secret : null;
};

const refusePlaceholder = (text: string): string => {
  if (isPlaceholder(text))
    throw new AppError("invalid_key", "The key is a placeholder: put the key itself in its place.");
  return text;
};

const requireKind = (text: string, { kind, key }: AddressKey): string | null => {
  if (text.startsWith(PREFIXES.api))
    throw new AppError(
      "invalid_key",
      `Send an API key in the header Authorization. Only ${key} (${PREFIXES[kind]}…) works in the address.`,
    );
  return kindOfSecretKey(text) === kind ? text : null;
};

/** A limit above the length of any key. The rest of a longer header is not read. */
const AUTHORIZATION_CHARACTERS = 200;

/** Returns the token (RFC 6750 §2.1). The scheme's case does not matter (RFC 9110 §11.1). */
const bearerToken = (header = "", accepted: AddressKey | null): string => {
  const [, token] = /^bearer +(\S.*)$/i.exec(header.slice(0, AUTHORIZATION_CHARACTERS)) ?? [];
  const orAddress = accepted
    ? `, or for ${accepted.owner} the address with ?key=${PREFIXES[accepted.kind]}…`
    : "";
  if (token === undefined)
    throw new AppError("missing_key", `Send the header Authorization: Bearer <key>${orAddress}.`);
  return token;
};
