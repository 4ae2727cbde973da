import * as z from "zod/mini";
import { lazy } from "../schema/zod.ts";
import type { FirmId } from "../table/firm-id.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { consultationKey } from "../table/record-keys.ts";

const item = lazy(() => z.object({ leadId: z.optional(z.string()), archivedLeadId: z.optional(z.string()) }));

/** Reads the lead of a consultation, without bundling or parsing the rest. */
export const leadOfConsultation = (firm: FirmId, id: string): RecordRef<string | null> => ({
  key: consultationKey(firm, id),
  parse: nullIfMissing((stored) => {
    const { leadId, archivedLeadId } = item().parse(stored);
    return leadId ?? archivedLeadId ?? "";
  }),
});
