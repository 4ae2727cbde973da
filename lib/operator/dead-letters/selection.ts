import type { Command } from "commander";
import type { Deployment } from "../deployment.ts";
import { progressOf } from "../output.ts";
import { parseId } from "../parse-argument.ts";
import type { Hop, LetterContents, LetterEntry, LetterReader, StoredLetter } from "./dead-letter.ts";

/** Selects a hop's dead letters for a command; the default is all. */
export type Selection = {
  readonly id?: readonly string[];
  readonly lead?: string;
  readonly firm?: string;
};

export const withIds = (command: Command) =>
  command.option("--id <id...>", "only these, by the ids that `list` prints");

export const withSubject = (command: Command) =>
  command
    .option("--lead <lead>", "only those with this lead or its consultations", parseId("lead"))
    .option("--firm <firm>", "only those with records of this firm", parseId("firm"));

/** A dead letter and its contents; null if it is malformed. */
export type ReadLetter = {
  readonly hop: Hop;
  readonly letter: StoredLetter;
  readonly contents: LetterContents | null;
};

/** Reads a hop's selected dead letters one after the other. Other receivers do not see them meanwhile. */
export async function* selectLetters(
  deployment: Deployment,
  hop: Hop,
  { id, ...subject }: Selection,
): AsyncGenerator<ReadLetter> {
  const read = hop.reader(deployment);
  const missing = new Set(id);
  const report = progressOf((count) => `${count} dead letters of ${hop.name} read`);
  let count = 0;
  for await (const letter of hop.letters(deployment, hop.name)) {
    report(++count);
    const isSelected = (id === undefined || missing.delete(letter.id)) && holds(letter, subject);
    if (isSelected) yield { hop, letter, contents: readOrNull(read, letter) };
  }
  if (missing.size > 0) throw new Error(`no such dead letters: ${[...missing].join(" ")}`);
}

type Subject = Pick<Selection, "lead" | "firm">;

/** Returns true if the letter names the lead and firm. A lead's personal data, even malformed, come with both ids. */
const holds = ({ body }: StoredLetter, { lead = "", firm = "" }: Subject) =>
  body.includes(lead) && body.includes(firm);

/**
 * Returns true if a letter holds, or may hold, changes of other leads or firms, which a drop for a lead or firm must not
 * remove. Any may be in a malformed letter, but `--id` drops it.
 */
export const mayHoldOthers = ({ contents }: ReadLetter, { id, lead, firm }: Selection) => {
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
  const names = kept.map(({ hop, letter }) => `${hop.name} ${letter.id}`).join(", ");
  return names === "" ? [] : [`kept, since ${reason}: ${names}; ${action}`];
};

const readOrNull = (read: LetterReader, letter: StoredLetter) => {
  try {
    return read(letter);
  } catch {
    return null;
  }
};

const MALFORMED: Pick<LetterContents, "entries" | "reason"> = {
  entries: [{ firmId: null, leadId: null, subjectId: "", eventType: null }],
  reason: "malformed",
};

const REASON_CHARACTERS_MAXIMUM = 120;

/** Returns a row for each change, event or delivery of a letter: ids, no personal data. */
export const letterRows = ({ hop, letter, contents }: ReadLetter) => {
  const { entries, reason } = contents ?? MALFORMED;
  return entries.map(({ firmId, leadId, subjectId, eventType }: LetterEntry) => ({
    hop: hop.name,
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
