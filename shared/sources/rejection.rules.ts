import { AppError } from "../api/app-error.ts";
import { REJECTION_CODES } from "./inbound-delivery.contract.ts";
import type { Rejection } from "./inbound-delivery.rules.ts";

/**
 * Why a delivery is rejected.
 * @throws the error itself when it is the service's own
 */
export const toRejection = (error: unknown): Rejection => {
  if (!(error instanceof AppError)) throw error;
  const code = REJECTION_CODES.find((each) => each === error.code);
  if (code === undefined) throw error;
  return { code, message: error.message, details: error.details };
};
