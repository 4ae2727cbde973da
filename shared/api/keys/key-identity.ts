import type { FirmId } from "../../table/firm-id.ts";
import type { Actor } from "../actor.ts";
import type { KeyKind } from "./secret-key.ts";

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
