import { AppError } from "../app-error.ts";
import type { EndpointDefinition } from "../endpoint-definition.ts";
import type { HttpEvent } from "../http-context.ts";
import { isSecretKey, kindOfSecretKey } from "./secret-key.ts";

/**
 * The well-formed key of a request, or null for a malformed one. An Authorization header wins over a key in the
 * address, which only lead sources may use.
 * @throws AppError `missing_key`
 */
export const requestSecret = (event: HttpEvent, definition: EndpointDefinition): string | null => {
  const header = event.headers.authorization?.trim();
  const addressKey = definition.acceptsIngestionKey ? event.queryStringParameters?.key?.trim() : undefined;
  if (!header && addressKey) return kindOfSecretKey(addressKey) === "ingestion" ? addressKey : null;
  const secret = bearerToken(header);
  return isSecretKey(secret) ? secret : null;
};

/** RFC 6750 §2.1; the scheme's case does not matter (RFC 9110 §11.1). */
const bearerToken = (header = ""): string => {
  const [, token] = /^bearer +(\S.*)$/i.exec(header) ?? [];
  if (token === undefined) throw new AppError("missing_key", "Send the header Authorization: Bearer <key>.");
  return token;
};
