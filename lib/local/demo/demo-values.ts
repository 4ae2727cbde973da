import * as z from "zod";

/** What `demo.json` has of the demo firm, beside the address of the service. */
export const seededFirm = z.object({
  firm_id: z.string(),
  api_key: z.string(),
  attorney_id: z.string(),
  /** The source of the form, and the service's address to which it redirects. */
  form: z.object({ source_id: z.string(), ingestion_key: z.string(), base_url: z.string() }).optional(),
});

export type DemoFirm = z.output<typeof seededFirm> & {
  readonly base_url: string;
  /** The address where a lead books. Each start makes another one and stores it nowhere. */
  readonly booking_url?: string;
};
