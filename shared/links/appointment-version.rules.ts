import { createHash } from "node:crypto";
import type { Consultation } from "../consultations/consultation.rules.ts";

type Appointment = Pick<Consultation, "id" | "startAt" | "durationMinutes" | "attorneyId" | "status">;

/** 132 bits. */
const CHARACTERS = 22;

/**
 * Returns the version of an appointment for its client. It changes with what a move or a cancellation would override, and
 * with nothing else, such as a reminder or a payment. A hash, since it may tell nothing about the attorney's id.
 */
export const appointmentVersion = ({ id, startAt, durationMinutes, attorneyId, status }: Appointment) =>
  createHash("sha256")
    .update([id, startAt, durationMinutes, attorneyId, status].join())
    .digest("base64url")
    .slice(0, CHARACTERS);
