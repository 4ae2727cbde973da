import type { ConsultationTypeResource } from "./consultation-type.contract.ts";

/** A kind of consultation that the firm offers: what a booking of it need not say. */
export type ConsultationType = {
  /** What `type` of a booking names. */
  readonly key: string;
  readonly name: string;
  readonly durationMinutes: number;
  /** In the firm's currency. */
  readonly amount: number | null;
  /** The pool: members of whom any may take a booking; null for everybody who can be booked. */
  readonly attorneyIds: readonly string[] | null;
};

export const newConsultationType = (input: ConsultationTypeResource): ConsultationType => ({
  key: input.key,
  name: input.name,
  durationMinutes: input.duration_min,
  amount: input.amount,
  attorneyIds: input.attorney_ids,
});

export const consultationTypeResource = (type: ConsultationType): ConsultationTypeResource => ({
  key: type.key,
  name: type.name,
  duration_min: type.durationMinutes,
  amount: type.amount,
  attorney_ids: type.attorneyIds && [...type.attorneyIds],
});
