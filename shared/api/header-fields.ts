import * as z from "zod/mini";
import { line, mapOf, nonBlankText } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { settingsMap } from "../schema/settings-object.ts";
import { documented } from "../schema/zod.ts";
import { TEST_HEADER, WEBHOOK_ENDPOINT_HEADER } from "./request-headers.ts";

/** A header's name (RFC 9110 §5.1). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const NOT_A_NAME = "is not a valid header name";

/** The name of a header that a request has. */
export const headerName = () => nonBlankText(LIMITS.headerNameCharacters).check(z.regex(TOKEN, NOT_A_NAME));

/** Headers that the service, the specification or HTTP itself sets, hop-by-hop ones included (RFC 9110 §7.6.1). */
const RESERVED = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "expect",
  "host",
  "intake-request-id",
  TEST_HEADER,
  WEBHOOK_ENDPOINT_HEADER,
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);

const isReserved = (name: string) => RESERVED.has(name) || name.startsWith("webhook-");

const headerValue = () =>
  line(
    LIMITS.webhookHeaderCharacters,
    z.minLength(1, "must not be blank"),
    z.regex(/^ *[\x21-\x7e][\x20-\x7e]*$/, "must be visible ASCII characters and spaces"),
  );

const NAMES = { propertyNames: { pattern: TOKEN.source, maxLength: LIMITS.headerNameCharacters } };

/** The firm's own headers, by name. Names that differ only in case are the same header. */
export const headerFields = () =>
  settingsMap(
    mapOf(headerValue(), LIMITS.webhookHeaders).check(documented(NAMES), ({ value, issues }) => {
      const names = Object.keys(value);
      const lowerCased = names.map((name) => name.toLowerCase());
      for (const [index, name] of names.entries()) {
        const message = headerNameProblem(name, lowerCased.indexOf(name.toLowerCase()) < index);
        if (message) issues.push({ code: "custom", path: [name], message, input: value });
      }
    }),
  );

const headerNameProblem = (name: string, isRepeated: boolean): string | null => {
  if (name.length > LIMITS.headerNameCharacters || !TOKEN.test(name)) return NOT_A_NAME;
  if (isReserved(name.toLowerCase())) return "is set by the service";
  return isRepeated ? "occurs twice" : null;
};
