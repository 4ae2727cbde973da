import { newKey } from "../api/keys/new-key.ts";
import { LIMITS } from "../schema/limits.ts";
import { type FirmState, markedKey } from "../settings/firm-state.store.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { sha256 } from "../table/record-keys.ts";
import type { Link, LinkWithConsultation } from "./link.rules.ts";
import { putLink } from "./link.store.ts";

const LINK_KEY = {
  kind: "link" as const,
  name: "Link",
  scopes: [],
  requestsPerMinute: LIMITS.linkRequestsPerMinute,
};

type Options = Omit<Link, "id" | "sha256"> & Pick<LinkWithConsultation, "consultation">;

type Context = {
  readonly firmId: FirmId;
  readonly state: FirmState;
  readonly nowMilliseconds: number;
};

/** A link that is not stored yet. Its secret is stored as a hash alone. */
export type NewLink = { readonly link: Link; readonly secret: string; readonly writes: readonly Write[] };

export const newLink = (
  { consultation, ...options }: Options,
  { firmId, state, nowMilliseconds }: Context,
): NewLink => {
  const { expiresAtEpochSeconds } = options;
  const { secret, key } = newKey(firmId, { ...LINK_KEY, expiresAtEpochSeconds }, nowMilliseconds);
  const link = { ...options, id: key.id, sha256: sha256(secret) };
  return {
    link,
    secret,
    writes: putLink(firmId, { link, consultation, secret, key: markedKey(key, state) }),
  };
};
