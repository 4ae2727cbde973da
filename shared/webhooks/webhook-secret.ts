import { randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

/** A secret as the Standard Webhooks specification writes it. */
export const newWebhookSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
