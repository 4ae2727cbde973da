import * as z from "zod";
import type { Deployment } from "../deployment.ts";
import { changeEntry, discardedBatch, publisher, unpublishable } from "./changes.ts";
import type { LetterContents, StoredLetter } from "./dead-letter.ts";
import { eventEntry, failedEvent, uninvokedEvent } from "./events.ts";
import { invoker } from "./invoke.ts";

/** The bodies of dead letters, one of each sender: each kind has properties of its own. */
const letterBody = z.union([unpublishable, discardedBatch, failedEvent, uninvokedEvent]);

/** Returns the reader of all kinds of dead letters, which returns null for a malformed one. */
export const letterReader = (deployment: Deployment) => {
  const publish = publisher(deployment);
  const fanOut = invoker(deployment, "WebhooksFanOutEvent");
  const read = ({ body, attributes }: StoredLetter): LetterContents => {
    const letter = letterBody.parse(JSON.parse(body));
    if ("records" in letter) {
      const { records, reason } = letter;
      return { entries: records.map(changeEntry), reason, replay: () => publish(records) };
    }
    const { event, reason } = letter;
    return {
      entries: [eventEntry(event)],
      reason: reason ?? attributes.ERROR_CODE ?? "not invoked",
      replay: () => fanOut(event),
    };
  };
  return (letter: StoredLetter): LetterContents | null => {
    try {
      return read(letter);
    } catch {
      return null;
    }
  };
};
