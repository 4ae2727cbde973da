import { type FirmId, firmIdFromVerifiedSource } from "../../table/firm-id.ts";
import type { Actor } from "../actor.ts";
import { type KeyKind, kindOfSecretKey, ownersOfSecretKey } from "./secret-key.ts";

/** What never changes about a key. A source acts under its own id: its ingestion keys are rotated. */
export type KeyIdentity = {
  readonly kind: KeyKind;
  readonly firmId: FirmId;
  readonly actor: Actor & { readonly type: "api_key" | "source"; readonly id: string };
};

type Key = Pick<KeyIdentity, "kind" | "firmId"> & {
  readonly id: string;
  readonly sourceId?: string | undefined;
};

export const identityOf = ({ kind, firmId, id, sourceId }: Key): KeyIdentity => ({
  kind,
  firmId,
  actor: sourceId === undefined ? { type: "api_key", id } : { type: "source", id: sourceId },
});

/**
 * The identity that a key claims to have, which nobody has verified: anyone can write a key. Null for keys that were made
 * before they named their firm.
 */
export const claimedIdentity = (secret: string): KeyIdentity | null => {
  const kind = kindOfSecretKey(secret);
  const owners = ownersOfSecretKey(secret);
  if (kind === null || owners === null) return null;
  const { firmId, ownerId: id } = owners;
  return identityOf({
    kind,
    firmId: firmIdFromVerifiedSource(firmId),
    id,
    ...(kind === "ingestion" && { sourceId: id }),
  });
};

export const isSameIdentity = (one: KeyIdentity, other: KeyIdentity): boolean =>
  one.kind === other.kind && one.firmId === other.firmId && one.actor.id === other.actor.id;
