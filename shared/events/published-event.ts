import * as z from "zod/mini";
import { type FirmId, firmIdFromVerifiedSource } from "../domain/firm/firm-id.ts";
import type { ChangeEvent } from "./change-event.ts";

const resource = z.record(z.string(), z.unknown());

const publishedEvent = z.object({
  id: z.string(),
  type: z.string(),
  created_at: z.string(),
  sequence: z.number(),
  data: resource,
  previous: resource,
  firm_id: z.string(),
});

/**
 * Parses an event from the bus into the event and its firm.
 * @throws Error when the detail is not an event; the message quotes nothing of it
 */
export const parsePublishedEvent = (detail: unknown): { firmId: FirmId; event: ChangeEvent } => {
  const parsed = publishedEvent.safeParse(detail);
  if (!parsed.success) throw new Error("The bus handed on what is no event.");
  const { firm_id: firm, ...event } = parsed.data;
  return { firmId: firmIdFromVerifiedSource(firm), event };
};
