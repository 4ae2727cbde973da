import { domainToASCII } from "node:url";
import { LIMITS } from "./limits.ts";

const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

/** What browsers take for an address (`input type=email`), with a dot in the domain. */
const EMAIL = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`);

/** The same for the OpenAPI document, but for the length of a label: short enough to be read. */
export const EMAIL_PATTERN = "^[\\w.!#$%&'*+/=?^`{|}~-]+@([a-zA-Z\\d]+(-+[a-zA-Z\\d]+)*(\\.\\b|$)){2,}$";

/** An address as it is stored may be longer than as it was sent: its domain is in ASCII. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= LIMITS.emailCharacters && EMAIL.test(text);

/** No ASCII but what a domain has: `domainToASCII` would read a percent sign as an escape. */
const UNICODE_ADDRESS =
  /^([^@]+)@([A-Za-z0-9.\u0080-\u{10FFFF}-]*[\u0080-\u{10FFFF}][A-Za-z0-9.\u0080-\u{10FFFF}-]*)$/u;

/** The address with a domain in Unicode as the domain name system has it: `über.de` becomes `xn--ber-goa.de`. */
export const withAsciiDomain = (text: string): string => {
  const [, local, domain = ""] = UNICODE_ADDRESS.exec(text) ?? [];
  const ascii = domainToASCII(domain);
  return local && ascii ? `${local}@${ascii}` : text;
};
