import { subjectOfEntry } from "../../shared/conflicts/conflict-entry.rules.ts";
import { parseEntry } from "../../shared/conflicts/conflict-entry.store.ts";
import { type ConflictKey, keysOf } from "../../shared/conflicts/conflict-keys.rules.ts";
import { subjectsOfLead } from "../../shared/conflicts/lead-subjects.rules.ts";
import { parseLead } from "../../shared/leads/lead.store.ts";
import { firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import { conflictKeyPartition, type Item } from "../../shared/table/record-keys.ts";

const SIDES = { adverse: "ADVERSE", related: "BESIDE", client: "CLIENT" };

const keysOfItem = (item: Item): readonly ConflictKey[] => {
  const [, , kind] = String(item.pk).split("#");
  if (kind === "LEAD") return keysOf(subjectsOfLead(parseLead(item)));
  const entry = kind === "CONFLICTENTRY" ? parseEntry(item) : null;
  return entry === null ? [] : keysOf([subjectOfEntry(entry)]);
};

/** Compares the keys by which checks find records with the records of a table: each record has its own, and no other. */
export const findKeyViolations = (items: readonly Item[]): string[] => {
  const stored = items
    .filter(({ pk }) => String(pk).split("#")[2] === "CONFLICTKEY")
    .map(({ pk, sk }) => `${pk} ${sk}`);
  const expected = items.flatMap((item) => {
    const [, firm = "", kind] = String(item.pk).split("#");
    const owner = `${kind === "LEAD" ? "LEAD" : "ENTRY"}#${item.sk}`;
    return keysOfItem(item).map(
      (key) =>
        `${conflictKeyPartition(firmIdFromVerifiedSource(firm), key.kind, key.value)} ${SIDES[key.side]}#${owner}`,
    );
  });
  const [isStored, isExpected] = [new Set(stored), new Set(expected)];
  return [
    ...expected.filter((key) => !isStored.has(key)).map((key) => `missing key ${key}`),
    ...stored.filter((key) => !isExpected.has(key)).map((key) => `key of nothing ${key}`),
  ];
};
