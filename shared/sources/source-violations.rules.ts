import { masksNothing, NOTHING_MASKED } from "../api/masked-secret.ts";
import type { Violation } from "../api/schema/violations.ts";
import type { CustomField } from "../firm/firm.rules.ts";
import { assigneeViolations, type Member } from "../members/member.rules.ts";
import { mappingViolations } from "./mapping-violations.rules.ts";
import { pathListViolations, pathProblem, propertyOf } from "./path-violations.rules.ts";
import type { Source } from "./source.rules.ts";

export const KEY_TAKEN = { field: "key", message: "is the key of another source" };

type Context = {
  readonly leadFields: readonly CustomField[];
  /** The member with the default assignee's id in the input, if there is one. */
  readonly assignee: Member | null;
  /** Absent for a new source. */
  readonly stored?: Source;
};

/**
 * Validates a source beyond its schema. What equals the stored value is no change, and valid whatever the settings say
 * by now.
 */
export const sourceViolations = (
  json: Readonly<Record<string, unknown>>,
  { leadFields, assignee, stored }: Context,
): Violation[] => [
  ...mappingViolations(json.mapping, leadFields, stored?.mapping),
  ...pathListViolations(json),
  ...secretViolations(json, stored),
  ...assigneeViolations(json.default_assignee_id, assignee, {
    field: "default_assignee_id",
    stored: stored?.defaultAssigneeId,
  }),
];

/** Validates the path of a secret in the body, and masked secrets, which stand for stored ones. */
const secretViolations = (
  { signature, body_secret: bodySecret }: Readonly<Record<string, unknown>>,
  stored: Source | undefined,
): Violation[] => {
  const problems = [
    ["body_secret.path", pathProblem(propertyOf(bodySecret, "path"))],
    ["signature.secret", maskProblem(propertyOf(signature, "secret"), stored?.signature?.secret)],
    ["body_secret.value", maskProblem(propertyOf(bodySecret, "value"), stored?.bodySecret?.value)],
  ] as const;
  return problems.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));
};

const maskProblem = (value: unknown, stored: string | undefined) =>
  masksNothing(value, stored) ? NOTHING_MASKED : null;
