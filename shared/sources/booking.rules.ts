import type { Violation } from "../schema/violations.ts";
import { findConsultationType } from "../settings/consultation-type.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { Source } from "./source.rules.ts";

type Settings = Pick<FirmSettings, "selfService" | "consultationTypes">;

/** How deliveries prove where they come from: the firm's own pages, or a sender's signature. */
export type Proof = { readonly allowedOrigins: readonly string[]; readonly isSigned: boolean };

const isTrusted = ({ allowedOrigins, isSigned }: Proof) => allowedOrigins.length > 0 || isSigned;

/**
 * Returns the type that a new lead of a source may book at once; null for none. The firm may have changed since the
 * source was set up.
 */
export const bookedTypeOf = (source: Source, settings: Settings): string | null => {
  const type = findConsultationType(settings, source.booking?.type);
  const proof = { allowedOrigins: source.allowedOrigins, isSigned: source.signature !== null };
  return type && settings.selfService.enabled && isTrusted(proof) ? type.key : null;
};

/** Returns why a source may not have a booking that a request sets. */
export const bookingViolations = (booking: unknown, proof: Proof, settings: Settings): Violation[] => {
  if (typeof booking !== "object" || booking === null || !("type" in booking)) return [];
  const violation = (field: string, message: string) => [{ field, message }];
  if (!findConsultationType(settings, booking.type))
    return violation("booking.type", "must be the key of one of the firm's consultation types");
  if (!settings.selfService.enabled)
    return violation("booking", "requires that the firm enables self_service");
  return isTrusted(proof) ? [] : violation("booking", "requires allowed_origins or a signature");
};
