import { withTable } from "../scale/markdown.ts";
import { EVENT_ROWS } from "./examples/event-examples.ts";

/** The first sentence of when an event is sent; the OpenAPI document says the rest. */
const firstSentence = (text: string) => text.replace(/(?<=\.) .*/s, "");

/** The rows' links lead to headings of the reference page. In the repository, these are in this guide. */
const toGuide = (markdown: string) => markdown.replaceAll("(#description/", "(api.md#");

/** Returns the guide to webhooks with its table of the types of events. */
export const withEvents = (guide: string): string =>
  withTable(
    guide,
    ["event", "when it comes"],
    Object.entries(EVENT_ROWS).map(([type, { occasion = "" }]) => [
      `\`${type}\``,
      toGuide(firstSentence(occasion)),
    ]),
  );
