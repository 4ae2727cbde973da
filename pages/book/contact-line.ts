import { fillParts } from "../shared/fill.ts";
import { shownNumber } from "./contact-number.ts";
import { element, isolated } from "./elements.ts";
import type { Link } from "./link-api.ts";

/** Matches a number that a telephone can dial. Another text, such as one with an extension, is only shown. */
const DIALED = /^[+\d][\d ()./-]*$/;

/** Returns a text with the firm's number, if it has one. */
export const contactLine = (text: string, link: Link) => {
  const number = shownNumber(link);
  if (link.contact_phone === null || number === null) return undefined;
  const values = { firm: isolated(link.firm.name), number: isolated(dialed(link.contact_phone, number)) };
  return element("p", { class: "contact" }, ...fillParts(text, values));
};

const dialed = (number: string, text: string) =>
  DIALED.test(number) ? element("a", { href: `tel:${number.replace(/[^+\d]/g, "")}` }, text) : text;
