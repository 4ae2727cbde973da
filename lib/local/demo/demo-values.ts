import * as z from "zod";

/** The fields of the demo firm in `demo.json`, which also has the address of the service. */
export const seededFirm = z.object({
  firm_id: z.string(),
  api_key: z.string(),
  attorney_id: z.string(),
  /** Absent in a folder of an earlier version, where the attorney manages. */
  manager_id: z.string().optional(),
  /** The source of the form, and the service's address to which it redirects. */
  form: z.object({ source_id: z.string(), ingestion_key: z.string(), base_url: z.string() }).optional(),
});

export type DemoFirm = z.output<typeof seededFirm> & {
  readonly base_url: string;
  /** Addresses where a member signs in and where a lead books. Each start makes others and stores them nowhere. */
  readonly desk_url?: string;
  readonly booking_url?: string;
};
