import { newKey } from "../../shared/api/keys/new-key.ts";
import type { Consultation } from "../../shared/consultations/consultation.rules.ts";
import { putLink } from "../../shared/links/link.store.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { type Item, sha256 } from "../../shared/table/record-keys.ts";

/** Returns the items of a consultation's link and of its key. */
export const linkItems = (firmId: FirmId, consultation: Consultation): Item[] => {
  const settings = { kind: "link", name: "Link", requestsPerMinute: 60 } as const;
  const { secret, key } = newKey(firmId, { ...settings, scopes: [] }, Date.now());
  const { id: consultationId, leadId } = consultation;
  const link = {
    id: key.id,
    leadId,
    type: "initial",
    attorneyId: null,
    consultationId,
    sha256: sha256(secret),
  };
  return putLink(firmId, { link, consultation, secret, key }).flatMap((write) =>
    "New" in write ? [write.New] : [],
  );
};
