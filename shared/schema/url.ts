import * as z from "zod/mini";
import { nonBlankText } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { parseUrl } from "./text.ts";
import { noLongerThan } from "./zod.ts";

const TOO_LONG = `must have at most ${LIMITS.urlCharacters} characters, percent-encoded`;

/** Parses the URL once: the service stores, checks and connects to the URL as `URL` writes it. */
const normalized = (pattern: string, parse = parseUrl) =>
  z.pipe(
    z.string().check(
      z.trim(),
      z.overwrite((value) => parse(value)?.href ?? value),
      noLongerThan(LIMITS.urlCharacters, TOO_LONG),
    ),
    nonBlankText(LIMITS.urlCharacters).check(
      z.refine((value) => value === "" || URL.canParse(value), {
        error: "must be a URL such as https://www.example.com/path",
        params: { format: "uri", pattern },
      }),
    ),
  );

/** A URL that the service calls. Another check decides whether it may be http. */
export const url = () => normalized("^https://");

const WEBCAL = "webcal:";

/** Returns the URL of a calendar, read as its schema reads it; `webcal:` means https. Null for any other text. */
export const parseCalendarUrl = (input: unknown): URL | null => {
  const text = typeof input === "string" ? input.trim() : "";
  const isWebcal = text.slice(0, WEBCAL.length).toLowerCase() === WEBCAL;
  return parseUrl(isWebcal ? `https:${text.slice(WEBCAL.length)}` : input);
};

/** The URL of a calendar that the service reads. */
export const calendarUrl = () => normalized("^(https|webcal)://", parseCalendarUrl);

const isWebUrl = (text: string) => /^https?:/.test(text);

/** The URL of a page. */
export const pageUrl = () =>
  normalized("^https?://").check(
    z.refine((value) => !URL.canParse(value) || isWebUrl(value), "must start with https:// or http://"),
  );

/** The origin of pages (RFC 6454), such as `https://www.example.com`; no longer than the stored part of one. */
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

/** Returns the origin when a text is the address of a web page without a path; null for any other text. */
const originOf = (text: string): string | null => {
  const parsed = parseUrl(text);
  return parsed && isWebUrl(parsed.href) && parsed.href === `${parsed.origin}/` ? parsed.origin : null;
};
