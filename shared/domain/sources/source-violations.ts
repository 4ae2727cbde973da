import type { Violation } from "../../contract/schema/violations.ts";
import type { CustomField } from "../firm/firm.ts";
import { assigneeViolations, type Member } from "../members/member.ts";
import { conditionViolations } from "./conditions.ts";
import { jsonFieldViolations } from "./json-fields.ts";
import { mappingViolations } from "./mapping-violations.ts";
import type { Source } from "./source.ts";

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
  ...jsonFieldViolations(json.json_fields),
  ...conditionViolations("accept_when", json.accept_when),
  ...conditionViolations("test_when", json.test_when),
  ...(stored && json.default_assignee_id === stored.defaultAssigneeId
    ? []
    : assigneeViolations(json.default_assignee_id, assignee, "default_assignee_id")),
];
