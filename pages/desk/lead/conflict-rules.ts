import type { ConflictCheck, Lead } from "../../../client/src/generated.ts";
import type { Texts } from "../texts/english.ts";

export type State = NonNullable<Lead["conflict"]>["state"];
export type Decision = "cleared" | "waived" | "blocked";

export type Match = ConflictCheck["matches"][number];
type Check = {
  readonly id: string;
  readonly decisions: readonly { readonly decision: Decision; readonly reason: string | null }[];
};

/** What can be decided in each state. What has changed since its check is checked again before. */
const DECISIONS: Readonly<Record<State, readonly Decision[]>> = {
  unchecked: [],
  no_match: ["cleared", "blocked"],
  matches: ["cleared", "waived", "blocked"],
  cleared: ["blocked"],
  waived: ["blocked"],
  blocked: ["cleared", "waived"],
  lapsed: [],
};

/** Returns what can be done about a lead's conflicts: nothing while the leads are being indexed. */
export const actionsFor = (state: State, isBuilding: boolean) => ({
  canCheck: !isBuilding,
  decisions: isBuilding ? [] : DECISIONS[state],
});

/** Returns whether a decision needs a reason. */
export const needsReason = (decision: Decision, { result }: { readonly result: string }): boolean =>
  decision === "waived" || result === "matches";

/** Returns the decision that a lead's state stands on; null for none, or for one of a lead that was merged. */
export const decisionIn = <Of extends Check>(
  checks: readonly Of[],
  { check_id }: NonNullable<Lead["conflict"]>,
): Of["decisions"][number] | null => checks.find(({ id }) => id === check_id)?.decisions.at(-1) ?? null;

/** Returns the check if its last decision is the one that was sent. */
export const decidedAs = <Of extends Check>(
  checks: readonly Of[],
  id: string,
  sent: { readonly decision: Decision; readonly reason: string },
): Of | null => {
  const check = checks.find((each) => each.id === id);
  const last = check?.decisions.at(-1);
  return check && last?.decision === sent.decision && (last.reason ?? "") === sent.reason ? check : null;
};

/** A match as people read it: a sentence with places for its values. */
export type MatchLine = { readonly text: string; readonly values: Readonly<Record<string, string>> };

/** Returns what a match says of the lead, `Your client Acme Inc. is against this person in matter 12`. */
export const matchLine = (
  { concern, role, by, name, lead_id }: Match,
  matter: string,
  { texts, locale }: { readonly texts: Texts["conflicts"]; readonly locale: string },
): MatchLine => {
  const { sentences, who, ofLead, matter: inMatter, by: words } = texts;
  const side = role === "alias" ? "client" : role;
  const named = lead_id && side !== "former_client" ? ofLead[side] : who[side];
  const contacts = by.filter((each) => each === "email" || each === "phone");
  return {
    text: sentences[concern].replace("{who}", named),
    values: {
      name,
      matter: matter && inMatter.replace("{matter}", () => matter),
      contacts: new Intl.ListFormat(locale).format(contacts.map((each) => words[each])),
    },
  };
};
