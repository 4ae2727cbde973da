import { checked } from "../api/required-record.ts";
import { boundedMap } from "../runtime/bounded-map.ts";
import type { FirmId } from "../table/firm-id.ts";
import { requireOpenConsultation } from "./consultation.rules.ts";
import { consultationRecord } from "./consultation.store.ts";

/** A consultation that can still change: reading one that is final, or that the firm does not have, throws `not_found`. */
export const openConsultation = (firm: FirmId, id: string) =>
  checked(consultationRecord(firm, id), (consultation) => {
    const open = requireOpenConsultation(consultation);
    lastAttorneys.set(firm, open.attorneyId);
    return open;
  });

/** The attorney of the open consultation that this instance last read, by firm: in a small firm, often that of the next. */
const lastAttorneys = boundedMap<FirmId, string>(10_000);

export const likelyAttorney = (firm: FirmId): string | undefined => lastAttorneys.get(firm);
