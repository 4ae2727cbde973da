import { fill } from "../shared/fill.ts";
import type { TimeFormat } from "../shared/time-format.ts";
import { contactLine } from "./contact-line.ts";
import { type Child, element, isolated, isShown } from "./elements.ts";
import type { Wording } from "./language.ts";
import type { Link, LinkApi } from "./link-api.ts";
import type { Texts } from "./texts/english.ts";

/** The parts that every screen uses. */
export type Page = Wording & {
  readonly api: LinkApi;
  readonly texts: Texts;
  /** The time zone of all times: the visitor's own, until the visitor chooses another one. */
  readonly here: TimeFormat;
  readonly setZone: (timeZone: string) => void;
  /** Replaces the screen, and moves the focus to its heading. */
  readonly show: (...content: readonly Child[]) => void;
  /** Announces a text to screen readers, and leaves the focus where it is. */
  readonly announce: (text: string) => void;
  /** Shows the firm of the page. */
  readonly showLink: (link: Link) => void;
  /** The firm's telephone number, if it has one. */
  readonly contact: () => HTMLElement | undefined;
  /** Removes the text about the end of the link. */
  readonly endLink: () => void;
  /** Asks for the state of the link again, and shows it. */
  readonly reload: () => void;
};

const place = (id: string) => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
};

export const focusOn = (target: Element | null): void => {
  if (target instanceof HTMLElement) target.focus();
};

/**
 * Removes the texts for a page that cannot start, in every language.
 * @returns a function that shows them with the firm's number, if it is known, and moves the focus to them
 */
export const removeBlockedTexts = (): ((link: Link | null) => void) => {
  const texts = place("blocked");
  texts.remove();
  texts.className = "card message";
  texts.tabIndex = -1;
  return (link) => {
    if (texts.isConnected) return;
    texts.querySelector(".contact")?.remove();
    const contact = link && contactLine("{firm}: {number}", link);
    if (contact) texts.append(contact);
    const screen = place("screen");
    screen.removeAttribute("aria-busy");
    screen.append(texts);
    texts.focus();
  };
};

export const openFrame = (
  texts: Texts,
  here: () => TimeFormat,
): Pick<Page, "show" | "announce" | "showLink" | "contact" | "endLink"> => {
  const [screen, status, firm, foot] = ["screen", "status", "firm", "foot"].map(place) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  let contact = (): HTMLElement | undefined => undefined;
  /** Says who can see or change an appointment, if there is one or can be one. */
  const footText = ({ allowed, consultation, expires_at }: Link) => {
    if (Object.values(allowed).includes(true))
      return fill(texts.personalUntil, { date: here().dayAndTime(expires_at) });
    return consultation !== null && texts.personal;
  };
  return {
    contact: () => contact(),
    show: (...content) => {
      screen.replaceChildren(...content.filter(isShown));
      screen.removeAttribute("aria-busy");
      status.textContent = "";
      const title = screen.querySelector("h1")?.textContent ?? texts.shell.title;
      document.title = firm.textContent
        ? fill(texts.title, { heading: title, firm: firm.textContent })
        : title;
      scrollTo(0, 0);
      // The notice about the last action comes first, if there is one.
      focusOn(screen.querySelector(".notice") ?? screen.querySelector("h1"));
    },
    announce: (text) => {
      status.textContent = text;
    },
    showLink: (link) => {
      firm.replaceChildren(element("p", {}, isolated(link.firm.name)));
      contact = () => contactLine(texts.contact, link);
      foot.replaceChildren(element("p", {}, footText(link)));
    },
    endLink: () => foot.replaceChildren(),
  };
};
