import type { Firm, Lead, Member } from "../../../client/src/generated.ts";
import type { Texts } from "../texts/english.ts";
import { type CustomField, DATA } from "./texts-of-lead.ts";

export type Control = {
  readonly name: string;
  readonly label: string;
  readonly type: CustomField["type"] | "line" | "email" | "tel" | "instant";
  readonly options: readonly (readonly [value: string, label: string])[];
};

type Option = Control["options"][number];

type Group = { readonly title: string; readonly controls: readonly Control[] };

type Settings = { readonly firm: Firm; readonly members: readonly Member[]; readonly texts: Texts["lead"] };

/** Returns the fields of a lead in groups. A choice also has what the lead has, if the firm no longer offers it. */
export const groupsOf = (lead: Lead, { firm, members, texts }: Settings): Group[] => {
  const field = (
    name: keyof typeof texts.fields,
    type: Control["type"] = "line",
    options: Control["options"] = [],
  ): Control => ({ name, label: texts.fields[name], type, options });
  return [
    {
      title: texts.groups.person,
      controls: [field("first_name"), field("last_name"), field("phone", "tel"), field("email", "email")],
    },
    {
      title: texts.groups.handling,
      controls: [
        field("status", "select", stagesOf(lead, firm)),
        field("assignee_id", "select", [["", texts.nobody], ...assigneesOf(lead, members, texts)]),
        field("source"),
        field("next_contact_at", "instant"),
      ],
    },
    { title: texts.groups.firm, controls: firm.lead_fields.map((each) => ownControl(each, lead, texts)) },
  ].filter(({ controls }) => controls.length > 0);
};

const assigneesOf = (
  { assignee_id: present }: Lead,
  members: readonly Member[],
  texts: Texts["lead"],
): Option[] => {
  const assignable = members.filter(({ active, id }) => active || id === present);
  const isKnown = present === null || assignable.some(({ id }) => id === present);
  return [
    ...assignable.map(({ id, name }): Option => [id, name]),
    ...(isKnown ? [] : [[present, texts.formerMember] as const]),
  ];
};

const stagesOf = ({ status }: Lead, { stages }: Firm): Control["options"] =>
  (stages.some(({ key }) => key === status.key) ? stages : [...stages, status]).map(({ key, name }) => [
    key,
    name,
  ]);

const ownControl = (
  { key, label, type, options }: CustomField,
  { data }: Lead,
  texts: Texts["lead"],
): Control => {
  const value = Object.hasOwn(data, key) ? data[key] : "";
  const choices = [...new Set([...options, ...(type === "select" && value ? [String(value)] : [])])];
  const isOther = type === "date" && !/^(\d{4}-\d\d-\d\d)?$/.test(String(value));
  const said: readonly Option[] = [["", texts.notSaid]];
  const chosen: Partial<Record<Control["type"], readonly Option[]>> = {
    boolean: [...said, ["true", texts.yes], ["false", texts.no]],
    select: [...said, ...choices.map((choice): Option => [choice, choice])],
  };
  return { name: DATA + key, label, type: isOther ? "text" : type, options: chosen[type] ?? [] };
};
