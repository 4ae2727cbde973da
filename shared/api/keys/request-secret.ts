import { AppError } from "../../schema/app-error.ts";
import { isPlaceholder } from "../../schema/placeholder.ts";
import { type EndpointDefinition, isOptions } from "../endpoint-definition.ts";
import type { HttpEvent } from "../http-types.ts";
import { type KeyKind, kindOfSecretKey, PREFIXES } from "./secret-key.ts";

/** Returns the kind of key that an endpoint takes in the address, and who sends it, as errors name both; null for none. */
export const addressKeyOf = ({ acceptsIngestionKey, keyKind }: EndpointDefinition): AddressKey | null => {
  if (acceptsIngestionKey)
    return { kind: "ingestion", owner: "a lead source", key: "a source's ingestion key" };
  if (keyKind !== "calendar") return null;
  return { kind: "calendar", owner: "a calendar link", key: "the key of a calendar link" };
};

type AddressKey = { readonly kind: KeyKind; readonly owner: string; readonly key: string };

/**
 * Returns the well-formed key of a request, or null for a malformed one. An Authorization header wins over a key in the
 * address, which only lead sources and calendar links may use.
 * @throws AppError `missing_key`, or `invalid_key` for a placeholder, and for an API key in the address
 */
export const requestSecret = (event: HttpEvent, definition: EndpointDefinition): string | null => {
  // Browsers send OPTIONS with an address alone, which may hold a key.
  const header = isOptions(event) ? undefined : event.headers.authorization?.trim();
  const accepted = addressKeyOf(definition);
  const addressKey = accepted ? event.queryStringParameters?.key?.trim() : undefined;
  if (!header && accepted && addressKey) return requireKind(refusePlaceholder(addressKey), accepted);
  const secret = refusePlaceholder(bearerToken(header, accepted));
  return isAcceptedInHeader(kindOfSecretKey(secret), definition) ? secret : null;
};

/** A session comes in its cookie alone, and the token of a sign-in link opens nothing else. */
const isAcceptedInHeader = (kind: KeyKind | null, { keyKind }: EndpointDefinition): boolean =>
  kind !== null && kind !== "session" && (kind !== "sign_in" || keyKind === "sign_in");

const refusePlaceholder = (text: string): string => {
  if (isPlaceholder(text))
    throw new AppError("invalid_key", "The key is a placeholder: put the key itself in its place.");
  return text;
};

const requireKind = (text: string, { kind, key }: AddressKey): string | null => {
  if (text.startsWith(PREFIXES.api))
    throw new AppError(
      "invalid_key",
      `Send an API key in the header Authorization. Only ${key} (${PREFIXES[kind]}…) works in the address.`,
    );
  return kindOfSecretKey(text) === kind ? text : null;
};

/** A limit above the length of any key. The rest of a longer header is not read. */
const AUTHORIZATION_CHARACTERS = 200;

/** Returns the token (RFC 6750 §2.1). The scheme's case does not matter (RFC 9110 §11.1). */
const bearerToken = (header = "", accepted: AddressKey | null): string => {
  const [, token] = /^bearer +(\S.*)$/i.exec(header.slice(0, AUTHORIZATION_CHARACTERS)) ?? [];
  const orAddress = accepted
    ? `, or for ${accepted.owner} the address with ?key=${PREFIXES[accepted.kind]}…`
    : "";
  if (token === undefined)
    throw new AppError("missing_key", `Send the header Authorization: Bearer <key>${orAddress}.`);
  return token;
};
