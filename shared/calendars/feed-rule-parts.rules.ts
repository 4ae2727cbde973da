/** A rule as the parser returns it: its parts in lower case, with a list where a part has several values. */
export type RecurrenceRule = Readonly<Record<string, unknown>>;

export const textsIn = (rule: RecurrenceRule, part: string): string[] =>
  part in rule ? [rule[part]].flat().map(String) : [];

export const numbersIn = (rule: RecurrenceRule, part: string): number[] => textsIn(rule, part).map(Number);
