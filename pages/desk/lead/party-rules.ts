import type { Lead } from "../../../client/src/generated.ts";

/** A party as it is typed: its other names divided by semicolons. */
export type PartyRow = {
  readonly role: string;
  readonly name: string;
  readonly aliases: string;
  readonly email: string;
  readonly phone: string;
};

export const ROLES = ["adverse", "related", "alias"] as const;

/** A list of names as one text. A name can have commas: `Smith, John`. */
export const namesText = (names: readonly string[]): string => names.join("; ");

export const namesIn = (text: string): string[] =>
  text
    .split(/[;|]/)
    .map((name) => name.trim())
    .filter(Boolean);

export const rowsOf = (parties: Lead["parties"]): readonly PartyRow[] | null =>
  parties?.map((party) => ({ ...party, aliases: namesText(party.aliases) })) ?? null;

/** Returns the parties that rows send. */
export const partiesOf = (rows: readonly PartyRow[]) =>
  rows.map(({ role, aliases, ...row }) => ({
    ...row,
    role: ROLES.find((each) => each === role) ?? "adverse",
    aliases: namesIn(aliases),
  }));

/** Returns the row that a field of a refusal names, `parties[2].email`. */
export const rowIn = (field: string): number | null => {
  const [, index] = /^parties\[(\d+)\]/.exec(field) ?? [];
  return index === undefined ? null : Number(index);
};
