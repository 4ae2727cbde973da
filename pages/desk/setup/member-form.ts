import type { Member } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { setMember } from "../directory.ts";
import { type Form, useForm } from "../form.ts";
import { intake } from "../requests.ts";
import { t } from "../texts.ts";
import { FIRST_HOURS, type HoursRow, toRows, toWindows } from "./hours.ts";
import { accessChoiceOf, accessOfChoice, createdAs } from "./rules.ts";
import { asRead, readMember, readMembers } from "./state.ts";

export type MemberValues = {
  readonly name: string;
  readonly email: string;
  readonly choice: string;
  readonly schedulable: boolean;
  readonly hours: readonly HoursRow[];
};

/** What the form of a new member begins with: an attorney has hours, a colleague has access. */
const NEW_ATTORNEY: MemberValues = {
  name: "",
  email: "",
  choice: "none",
  schedulable: true,
  hours: [FIRST_HOURS],
};
const NEW_COLLEAGUE: MemberValues = { name: "", email: "", choice: "work", schedulable: false, hours: [] };

const valuesOf = (member: Member): MemberValues => ({
  name: member.name,
  email: member.email,
  choice: accessChoiceOf(member),
  schedulable: member.schedulable,
  hours: toRows(member.office_hours),
});

const bodyOf = ({ choice, hours, ...rest }: Partial<MemberValues>) => ({
  ...rest,
  ...(choice !== undefined && accessOfChoice(choice)),
  ...(hours && { office_hours: toWindows(hours) }),
});

type MemberForm = {
  /** Null for a new one. */
  readonly member: Member | null;
  readonly members: readonly Member[];
  readonly isAttorney: boolean;
  readonly onSaved: (saved: Member) => void;
};

export const useMemberForm = ({ member, members, isAttorney, onSaved }: MemberForm): Form<MemberValues> => {
  const first = isAttorney ? NEW_ATTORNEY : NEW_COLLEAGUE;
  return useForm<Member | null, MemberValues>({
    stored: member,
    valuesOf: (stored) => (stored ? valuesOf(stored) : first),
    what: ({ name }) => fill(t().setup.saving, { name }),
    send: (changes, stored, options) =>
      stored
        ? intake().updateMember({ path: stored, headers: asRead(stored), body: bodyOf(changes) }, options)
        : intake().createMember({ body: { ...bodyOf(changes), name: changes.name ?? "" } }, options),
    read: member ? () => readMember(member.id) : undefined,
    find: member ? undefined : async ({ name }) => createdAs(await readMembers(), members, name),
    onSaved: (saved) => {
      if (!saved) return;
      setMember(saved);
      onSaved(saved);
    },
  });
};
