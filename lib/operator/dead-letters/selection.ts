import type { Command } from "commander";
import type { Deployment } from "../deployment.ts";
import { progressOf } from "../output.ts";
import { parseId } from "../parse-argument.ts";
import type { LetterContents, ReadLetter, StoredLetter } from "./dead-letter.ts";
import { letterReader } from "./read-letter.ts";
import { storedLetters } from "./stored-letters.ts";

/** Selects dead letters for a command; the default is all. */
export type Selection = {
  readonly id?: readonly string[];
  readonly lead?: string;
  readonly firm?: string;
};

export const withSelection = (command: Command) =>
  command
    .option("--id <id...>", "only these, by the ids that `list` prints")
    .option("--lead <lead>", "only those with this lead or its consultations", parseId("lead"))
    .option("--firm <firm>", "only those with records of this firm", parseId("firm"));

/** Reads the selected dead letters one after the other. Other receivers do not see them meanwhile. */
export async function* selectLetters(
  deployment: Deployment,
  { id, ...subject }: Selection,
): AsyncGenerator<ReadLetter> {
  const read = letterReader(deployment);
  const missing = new Set(id);
  const report = progressOf((count) => `${count} dead letters read`);
  let count = 0;
  for await (const letter of storedLetters(deployment)) {
    report(++count);
    const isSelected = (id === undefined || missing.delete(letter.id)) && holds(letter, subject);
    if (isSelected) yield { letter, contents: read(letter) };
  }
  if (missing.size > 0) throw new Error(`no such dead letters: ${[...missing].join(" ")}`);
}

type Subject = Pick<Selection, "lead" | "firm">;

/** Returns true if the letter names the lead and firm. A lead's personal data, even malformed, come with both ids. */
const holds = ({ body }: StoredLetter, { lead = "", firm = "" }: Subject) =>
  body.includes(lead) && body.includes(firm);

/** Deletes the selected dead letters, but none that may hold others. A dry run only says which it would delete. */
export async function* dropLetters(deployment: Deployment, selection: Selection, dryRun: boolean) {
  for await (const read of selectLetters(deployment, selection)) {
    const isDropped = !mayHoldOthers(read, selection);
    if (isDropped && !dryRun) await read.letter.delete();
    yield { read, isDropped };
  }
}

/**
 * Returns true if a letter holds, or may hold, changes of other leads or firms, which a drop for a lead or firm must not
 * remove. Any may be in a malformed letter, but `--id` drops it.
 */
const mayHoldOthers = ({ contents }: ReadLetter, { id, lead, firm }: Selection) => {
  if (contents === null) return id === undefined && (lead ?? firm) !== undefined;
  return contents.entries.some(
    ({ leadId, firmId }) =>
      (lead !== undefined && leadId !== lead) || (firm !== undefined && firmId !== firm),
  );
};

/** @throws Error that names the letters that a drop has kept, if there are any, and says what to do with them */
export const requireNoneKept = (kept: readonly ReadLetter[]) => {
  const malformed = kept.filter(({ contents }) => contents === null);
  const batches = kept.filter(({ contents }) => contents !== null);
  const sentences = [
    ...sentence("they also hold others", batches, "replay them, which leaves out what is erased"),
    ...sentence("they are malformed and may hold others", malformed, "drop them by --id"),
  ];
  if (sentences.length > 0) throw new Error(sentences.join(". "));
};

const sentence = (reason: string, kept: readonly ReadLetter[], action: string) => {
  const names = kept.map(({ letter }) => letter.id).join(", ");
  return names === "" ? [] : [`kept, since ${reason}: ${names}; ${action}`];
};

const MALFORMED: Pick<LetterContents, "entries" | "reason"> = {
  entries: [{ firmId: null, leadId: null, subjectId: "", eventType: null }],
  reason: "malformed",
};

const REASON_CHARACTERS_MAXIMUM = 120;

/** Returns a row for each change or event of a letter: ids, no personal data. */
export const letterRows = ({ letter, contents }: ReadLetter) => {
  const { entries, reason } = contents ?? MALFORMED;
  return entries.map(({ firmId, leadId, subjectId, eventType }) => ({
    id: letter.id,
    sent_at: letter.sentAt,
    received: letter.receiveCount,
    firm_id: firmId,
    lead_id: leadId,
    event_type: eventType,
    subject_id: subjectId || null,
    reason: reason.slice(0, REASON_CHARACTERS_MAXIMUM),
  }));
};
