import { useSignal } from "@preact/signals";
import type { Lead, ListDuplicatesResult } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import { href } from "../address.ts";
import { fullName } from "../contact.ts";
import { shortDate } from "../dates.ts";
import { firm, members } from "../directory.ts";
import { Button, Panel, Tag } from "../parts.tsx";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import { listWords } from "../words.ts";
import { WriteNotice } from "../write-notice.tsx";
import { Confirm } from "./confirm.tsx";
import { groupsOf } from "./fields.ts";
import { shownValue } from "./history-rules.ts";
import { wordsOf } from "./news.ts";
import type { LeadState } from "./state.ts";
import { filledByMerge, textOf } from "./texts-of-lead.ts";
import { merge } from "./writes.ts";

type Props = { readonly state: LeadState; readonly lead: Lead };
type PairProps = Props & { readonly other: Lead };

/** Returns the fields in which one of two leads has something, and a function that writes their values. */
const comparisonOf = ({ state, lead, other }: PairProps) => {
  const words = wordsOf(state);
  const groups = firm.value
    ? groupsOf(lead, { firm: firm.value, members: members.value ?? [], texts: t().lead })
    : [];
  const textIn = (name: string, record: Lead) => shownValue(record, name, words);
  const fields = groups.flatMap(({ controls }) => controls);
  return { fields, textIn, fills: filledByMerge(lead, other) };
};

const MergeDialog = ({ onClose, ...pair }: PairProps & { readonly onClose: () => void }) => {
  const { state, lead, other } = pair;
  const texts = t().lead.duplicates;
  const names = { name: fullName(lead), other: fullName(other) };
  const { fields, textIn, fills } = comparisonOf(pair);
  const shown = fields.filter(({ name }) => textOf(lead, name) + textOf(other, name) !== "");
  return (
    <Confirm
      state={state}
      write={state.writes.merge}
      title={fill(texts.dialog, names)}
      action={fill(texts.merge, names)}
      onConfirm={() => merge(state, other)}
      onClose={onClose}
    >
      <p>{fill(texts.keeps, names)}</p>
      <table class="lead-pair">
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{fill(texts.stays, names)}</th>
            <th scope="col">{fill(texts.goes, { name: names.other })}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, label }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>
                {fills.includes(name) ? (
                  <b class="lead-filled">{fill(texts.filled, { value: textIn(name, other) })}</b>
                ) : (
                  textIn(name, lead)
                )}
              </td>
              <td>{textIn(name, other)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Confirm>
  );
};

type PossibleProps = Props & {
  readonly found: ListDuplicatesResult["data"][number];
  readonly onMerge: () => void;
};

const Possible = ({ state, lead, found: { lead: other, matches }, onMerge }: PossibleProps) => {
  const texts = t().lead.duplicates;
  const { fields, textIn, fills } = comparisonOf({ state, lead, other });
  const filled = fields
    .filter(({ name }) => fills.includes(name))
    .map(({ name, label }) => `${label}: ${textIn(name, other)}`);
  const contacts = listWords(matches.map((each) => t().lead.matches[each]));
  return (
    <li>
      <p>
        <a href={href("leads", other.id)}>
          <b>{fullName(other)}</b>
        </a>{" "}
        <Tag>{fill(texts.same, { contacts })}</Tag>
      </p>
      <p class="meta">
        {fill(texts.stage, { stage: other.status.name, date: shortDate(other.created_at) })}{" "}
        {filled.length > 0 ? fill(texts.fills, { fields: listWords(filled) }) : texts.fillsNothing}
      </p>
      {can("leads:write") && (
        <Button inert={state.isBusy.value} onClick={onMerge}>
          {texts.compare}
        </Button>
      )}
    </li>
  );
};

/** Other leads with the same contact: people decide whether they are the same person. */
export const Duplicates = ({ state, lead }: Props) => {
  const chosen = useSignal<Lead | null>(null);
  const found = state.lists.duplicates.items.value ?? [];
  if (found.length === 0) return null;
  const open = (other: Lead) => {
    state.writes.merge.reset();
    chosen.value = other;
  };
  return (
    <div class="lead-duplicates">
      <Panel title={t().lead.duplicates.title}>
        <ul class="lead-list">
          {found.map((each) => (
            <Possible
              key={each.lead.id}
              state={state}
              lead={lead}
              found={each}
              onMerge={() => open(each.lead)}
            />
          ))}
        </ul>
        {chosen.value === null && <WriteNotice write={state.writes.merge} />}
      </Panel>
      {chosen.value && (
        <MergeDialog state={state} lead={lead} other={chosen.value} onClose={() => (chosen.value = null)} />
      )}
    </div>
  );
};
