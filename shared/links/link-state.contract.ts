import * as z from "zod/mini";
import { CONSULTATION_STATUS_NAMES } from "../consultations/consultation-fields.contract.ts";
import { instant } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";
import { phoneText } from "../settings/firm-fields.contract.ts";
import { language } from "../settings/self-service.contract.ts";

// The state that a client with a link and no account sees. It has nothing else of the firm.

/** The firm or a person in it, with the time zone of their clocks. */
const named = () => z.object({ name: z.string(), time_zone: z.string() });

/** The place of the consultation, and its price: an amount is shown only with its currency. */
const terms = () => ({
  location: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
});

export const clientConsultation = lazy(() =>
  z.object({
    id: z.uuid(),
    status: z.enum(CONSULTATION_STATUS_NAMES),
    type: z.string(),
    start_at: instant(),
    duration_min: z.int(),
    ...terms(),
    attorney: named(),
    time_zone: z.string(),
  }),
);

export type ClientConsultation = z.output<ReturnType<typeof clientConsultation>>;

export const linkState = lazy(() =>
  z.object({
    id: z.uuid(),
    first_name: z.string(),
    firm: z.extend(named(), { country: z.string() }),
    contact_phone: z.nullable(z.string()),
    /** Null for a text that is no valid number, and for one that was set before the service knew this. */
    contact_phone_text: z.nullable(z.object(phoneText())),
    /** The language that the firm has chosen; null for the client's. */
    language: z.nullable(language()),
    /** Null for any attorney of a pool. */
    attorney: z.nullable(named()),
    /** Null when the firm no longer offers it. */
    type: z.nullable(z.string()),
    duration_min: z.nullable(z.int()),
    ...terms(),
    time_zone: z.string(),
    expires_at: instant(),
    consultation: z.nullable(clientConsultation()),
    /** Null before the booking. */
    etag: z.nullable(z.string()),
    allowed: z.object({ book: z.boolean(), reschedule: z.boolean(), cancel: z.boolean() }),
    reschedule_until: z.nullable(instant()),
    cancel_until: z.nullable(instant()),
    reschedules_left: z.nullable(z.int()),
  }),
);

export type LinkState = z.output<ReturnType<typeof linkState>>;
