import * as z from "zod/mini";
import { type FirmId, firmIdFromVerifiedSource } from "../table/firm-id.ts";

const publishedEvent = z.object({ id: z.string(), type: z.string(), firm_id: z.string() });

/** The identity of an event on the bus. The firm's log has the event itself. */
export type PublishedEvent = {
  readonly firmId: FirmId;
  readonly id: string;
  readonly type: string;
  /** The request that changed the record, if known. */
  readonly requestId?: string | undefined;
};

type BusEvent = { readonly detail: unknown; readonly resources?: readonly string[] };

/**
 * Parses an event from the bus.
 * @throws Error when the detail is not an event; the message quotes nothing of it
 */
export const parsePublishedEvent = ({ detail, resources = [] }: BusEvent): PublishedEvent => {
  const parsed = publishedEvent.safeParse(detail);
  if (!parsed.success) throw new Error("The bus delivered something that is not an event.");
  const { firm_id: firm, id, type } = parsed.data;
  return { firmId: firmIdFromVerifiedSource(firm), id, type, requestId: resources[0] };
};
