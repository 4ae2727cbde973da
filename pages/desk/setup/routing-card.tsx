import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Firm, Lead, Member, Source } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { Field, type Option, Select } from "../controls.tsx";
import { memberName, setFirm } from "../directory.ts";
import { type Form, useForm } from "../form.ts";
import { intake } from "../requests.ts";
import { can } from "../session.ts";
import { BothIn, Rows, Sheet } from "../sheet.tsx";
import { t } from "../texts.ts";
import { listWords } from "../words.ts";
import {
  choicesOf,
  placeIn,
  type Rule,
  type RuleValues,
  routingWith,
  ruleValues,
  trialOf,
} from "./routing.ts";
import { asRead, readFirm } from "./state.ts";

type Props = {
  readonly firm: Firm;
  readonly members: readonly Member[];
  readonly sources: readonly Source[];
  readonly onSaved: () => void;
};

/** The leads of the last month, on which a rule is tried; null until they are read. */
type Tried = Signal<readonly Lead[] | null>;

const MONTH_MILLISECONDS = 30 * 86_400_000;
/** More leads tell nothing more. */
const LEADS_MAXIMUM = 1_000;

const readMonth = async (leads: Tried): Promise<void> => {
  const from = new Date(Date.now() - MONTH_MILLISECONDS).toISOString();
  const found: Lead[] = [];
  for await (const lead of intake().listLeads.items({ query: { limit: 200 } }))
    if (lead.created_at < from || found.push(lead) === LEADS_MAXIMUM) break;
  leads.value = found;
};

/** One rule at a time, tried on the leads of the last month before it is saved. */
export const RoutingCard = (props: Props) => {
  const texts = t().setup.routing;
  const { routing } = props.firm;
  const chosen = useSignal(routing[0]?.key ?? "");
  const rule = routing.some(({ key }) => key === chosen.value) ? chosen.value : "";
  const leads: Tried = useSignal<readonly Lead[] | null>(null);
  useEffect(() => {
    if (can("leads:read")) readMonth(leads).catch(() => {});
  }, []);
  return (
    <>
      {routing.length > 0 && (
        <Field label={texts.which}>
          <Select
            value={rule}
            options={[...routing.map(({ key }): Option => [key, key]), ["", texts.another]]}
            onChoose={(key) => {
              chosen.value = key;
            }}
          />
        </Field>
      )}
      <RuleForm key={rule} rule={rule} leads={leads} {...props} />
    </>
  );
};

type RuleProps = Props & {
  /** The key of a rule; empty for a new one. */
  readonly rule: string;
};

const RuleForm = ({
  rule,
  leads,
  firm,
  members,
  sources,
  onSaved,
}: RuleProps & { readonly leads: Tried }) => {
  const texts = t().setup.routing;
  const findNew = async (typed: RuleValues) => {
    const now = await readFirm();
    const sent = routingWith(firm, rule, typed);
    return now.routing.some(({ key }) => key === sent[placeIn(sent, firm)]?.key) ? now : null;
  };
  const form = useForm<Firm, RuleValues>({
    stored: firm,
    valuesOf: (stored) => ruleValues(stored, rule),
    what: ({ name }) => fill(t().setup.saving, { name }),
    send: (changes, stored, options) =>
      intake().updateFirm(
        { headers: asRead(stored), body: { routing: routingWith(stored, rule, changes) } },
        options,
      ),
    read: readFirm,
    find: rule === "" ? findNew : undefined,
    onSaved: (saved) => {
      setFirm(saved);
      onSaved();
    },
  });
  const { values } = form;
  const sent = routingWith(firm, rule, values);
  const api = (field: string) => `routing[${placeIn(sent, firm)}].${field}`;
  return (
    <Sheet
      form={form}
      list={api("members")}
      submit={rule !== "" && values.members.length === 0 ? fill(texts.remove, { name: rule }) : undefined}
      fields={{
        ...(rule === "" && { name: { label: t().setup.name, api: api("key") } }),
        when: { label: texts.when, options: whenOptions({ firm, sources }, values.when), api: api("when") },
        minutes: { label: texts.minutes, hint: texts.noMinutes, api: api("respond_within_min"), step: "1" },
        clock: { label: texts.clock, options: optionsOf(texts.clocks), api: api("clock") },
        escalate: { label: texts.escalate, options: optionsOf(texts.escalations), api: api("escalate") },
      }}
    >
      <Members form={form} members={members} list={api("members")} />
      {leads.value && <Trial leads={leads.value} rules={sent} members={members} sources={sources} />}
    </Sheet>
  );
};

const optionsOf = (texts: Readonly<Record<string, string>>): Option[] => Object.entries(texts);

const whenOptions = ({ firm, sources }: Pick<Props, "firm" | "sources">, present: string): Option[] => {
  const { every, fromSource, withField, asSet } = t().setup.routing;
  const options: Option[] = [
    ["[]", every],
    ...choicesOf({ sources, fields: firm.lead_fields }).map(({ when, field, value }): Option => {
      return [JSON.stringify(when), fill(field === "" ? fromSource : withField, { field, value })];
    }),
  ];
  return options.some(([when]) => when === present) ? options : [[present, asSet], ...options];
};

const Members = ({
  form,
  members,
  list,
}: {
  readonly form: Form<RuleValues>;
  readonly members: readonly Member[];
  readonly list: string;
}) => {
  const texts = t().setup.routing;
  const places = form.values.members;
  const options = members.map(({ id, name }): Option => [id, name]);
  const [free] = options.find(([id]) => places.every((place) => place.id !== id)) ?? [""];
  const theirs = listWords(form.theirs.members.map(({ id }) => memberName(id)));
  return (
    <>
      <Rows
        form={form}
        legend={texts.members}
        rows={places}
        onChange={(changed) => form.change({ members: changed })}
        blank={{ id: free, weight: "1" }}
        add={texts.addMember}
        list={list}
        rowOf={rowIn}
        draw={({ id, weight }, set, row) => (
          <>
            <Select
              name={fill(texts.member, { row })}
              value={id}
              options={options}
              onChoose={(chosen) => set({ id: chosen })}
            />
            <input
              type="number"
              aria-label={fill(texts.places, { row })}
              value={weight}
              onInput={(event) => set({ weight: event.currentTarget.value })}
            />
          </>
        )}
      />
      <BothIn form={form} field="members" label={texts.members} theirs={theirs} />
    </>
  );
};

/** Returns the row that a field of a refusal names, `routing[0].members[2].weight`. */
const rowIn = (field: string) => {
  const [, index] = /members\[(\d+)\]/.exec(field) ?? [];
  return index === undefined ? null : Number(index);
};

type TrialProps = Pick<Props, "members" | "sources"> & {
  readonly leads: readonly Lead[];
  readonly rules: readonly Rule[];
};

const Trial = ({ leads, rules, members, sources }: TrialProps) => {
  const texts = t().setup.routing;
  const { turns, rest } = trialOf(rules, leads, { members, sources });
  if (turns.size === 0) return null;
  const share = (name: string, count: number) => fill(texts.share, { name, count: String(count) });
  const words = [...turns].map(([id, count]) => share(memberName(id), count));
  if (rest > 0) words.push(share(texts.nobody, rest));
  return (
    <p class="hint" role="status">
      {fill(texts.tried, { shares: words.join(", ") })}
    </p>
  );
};
