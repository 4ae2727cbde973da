import * as z from "zod/mini";
import { nonBlankText } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { parseUrl } from "./text.ts";

/** Parsed once: what is stored, checked and connected to is the URL as `URL` writes it. */
const normalized = (pattern: string) =>
  z.pipe(
    z.string().check(z.overwrite((value) => parseUrl(value)?.href ?? value)),
    nonBlankText(LIMITS.urlCharacters).check(
      z.refine((value) => value === "" || URL.canParse(value), {
        error: "must be a URL such as https://www.example.com/path",
        params: { format: "uri", pattern },
      }),
    ),
  );

/** The URL that a service is to call; whether it may be http is checked elsewhere. */
export const url = () => normalized("^https://");

const isWebUrl = (text: string) => /^https?:/.test(text);

/** The URL of a page. */
export const pageUrl = () =>
  normalized("^https?://").check(
    z.refine((value) => !URL.canParse(value) || isWebUrl(value), "must start with https:// or http://"),
  );

/** The origin of pages (RFC 6454), such as `https://www.example.com`; no longer than what is kept of one. */
export const origin = () =>
  z.pipe(
    z.string().check(z.overwrite((value) => originOf(value) ?? value)),
    nonBlankText(LIMITS.deliveryHeaderCharacters).check(
      z.refine((value) => value === "" || originOf(value) !== null, {
        error: "must be an origin such as https://www.example.com",
        params: { format: "uri", pattern: "^https?://[^/?#@]+/?$" },
      }),
    ),
  );

/** The origin in a text that is the address of a web page without a path; null for any other text. */
const originOf = (text: string): string | null => {
  const parsed = parseUrl(text);
  return parsed && isWebUrl(parsed.href) && parsed.href === `${parsed.origin}/` ? parsed.origin : null;
};
