import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Consultation, Lead } from "../../../client/src/generated.ts";
import { IntakeApiError } from "../../../client/src/index.ts";
import { fullName } from "../contact.ts";
import { Field, typing } from "../controls.tsx";
import { shownPhone } from "../directory.ts";
import { contactOf } from "../leads/filters.ts";
import { intake, type Write } from "../requests.ts";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import { errorOf, reasonOf } from "../write-notice.tsx";
import type { Client, Person } from "./tasks.ts";

const PAUSE_MILLISECONDS = 300;
const FOUND_MAXIMUM = 6;
const NOBODY: Person = { first_name: "", last_name: "", email: "", phone: "" };
const FIELDS = ["first_name", "last_name", "email", "phone"] as const;
const MODES = { first_name: "text", last_name: "text", email: "email", phone: "tel" } as const;

type Props = { readonly client: Signal<Client | null>; readonly write: Write<Consultation> };

/** Searches while something is typed. @returns the leads, or why there are none */
const useSearch = (typed: string): readonly Lead[] | string => {
  const text = typed.trim();
  const found = useSignal<readonly Lead[] | string>([]);
  useEffect(() => {
    found.value = [];
    if (text === "") return;
    let isCurrent = true;
    const look = async () => {
      const answer = await findLeads(text).catch(problemOf);
      if (isCurrent) found.value = answer;
    };
    const timer = setTimeout(look, PAUSE_MILLISECONDS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return found.value;
};

/** Chooses a lead, whom a search finds, or takes a new one. */
export const ClientChoice = ({ client, write }: Props) => {
  const texts = t().week;
  const chosen = client.value;
  return (
    <fieldset class="week-client">
      <legend>{texts.client}</legend>
      {can("leads:read") && <LeadChoice client={client} />}
      {can("leads:write") && (
        <Option
          isChosen={chosen !== null && "person" in chosen}
          onChoose={() => (client.value = { person: NOBODY })}
        >
          {texts.newLead}
        </Option>
      )}
      {chosen && "person" in chosen && (
        <PersonFields
          person={chosen.person}
          write={write}
          onChange={(person) => (client.value = { person })}
        />
      )}
    </fieldset>
  );
};

const LeadChoice = ({ client }: { readonly client: Signal<Client | null> }) => {
  const texts = t().week;
  const search = useSignal("");
  const found = useSearch(search.value);
  const picked = client.value && "lead" in client.value ? client.value.lead : null;
  const leads = typeof found === "string" ? [] : found.filter(({ id }) => id !== picked?.id);
  return (
    <>
      <Field
        label={texts.search}
        hint={texts.searchHint}
        error={typeof found === "string" ? found : undefined}
      >
        <input type="search" {...typing(search)} />
      </Field>
      {[...(picked ? [picked] : []), ...leads].map((lead) => (
        <Option key={lead.id} isChosen={lead === picked} onChoose={() => (client.value = { lead })}>
          <b>{fullName(lead) || texts.nameless}</b> {shownPhone(lead.phone) || lead.email}
        </Option>
      ))}
    </>
  );
};

type OptionProps = {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ComponentChildren;
};

const Option = ({ isChosen, onChoose, children }: OptionProps) => (
  <label class="check">
    <input type="radio" name="client" checked={isChosen} onChange={onChoose} />
    <span>{children}</span>
  </label>
);

type PersonProps = {
  readonly person: Person;
  readonly write: Write<Consultation>;
  readonly onChange: (person: Person) => void;
};

const PersonFields = ({ person, write, onChange }: PersonProps) => (
  <>
    {FIELDS.map((name) => (
      <Field key={name} label={t().week[name]} error={errorOf(write, name, t().week[name])}>
        <input
          required={name.endsWith("_name")}
          inputMode={MODES[name]}
          value={person[name]}
          onInput={({ currentTarget }) => onChange({ ...person, [name]: currentTarget.value })}
        />
      </Field>
    ))}
  </>
);

const problemOf = (error: unknown): string =>
  error instanceof IntakeApiError ? reasonOf(error) : t().week.notSearched;

/** Finds leads by a whole address or number, otherwise by words. */
const findLeads = async (text: string): Promise<readonly Lead[]> => {
  const contact = contactOf(text);
  const limit = FOUND_MAXIMUM;
  const { data } = contact
    ? await intake().lookUpLeads({ query: { ...contact, limit } })
    : await intake().listLeads({ query: { q: text, limit } });
  return data.filter(({ merged_into }) => merged_into === undefined);
};
