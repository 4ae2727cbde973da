import { AppError } from "../contract/app-error.ts";
import type { EndpointDefinition } from "../contract/endpoint-definition.ts";
import { isSecretKey, kindOfSecretKey } from "../domain/keys/secret-key.ts";
import type { HttpEvent } from "./http-context.ts";

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
