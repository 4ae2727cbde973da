import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Lead } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import { type Option, Select } from "../controls.tsx";
import { shownPhone } from "../directory.ts";
import { useForm } from "../form.ts";
import { Button, Dialog, Panel, Tag } from "../parts.tsx";
import { intake } from "../requests.ts";
import { can } from "../session.ts";
import { BothIn, Rows, Sheet } from "../sheet.tsx";
import { t } from "../texts.ts";
import { counted, listWords } from "../words.ts";
import { WriteNotice } from "../write-notice.tsx";
import { type PartyRow, partiesOf, rowIn, rowsOf } from "./party-rules.ts";
import type { LeadState } from "./state.ts";

type Props = { readonly state: LeadState; readonly lead: Lead };

/** Whom the lead names: other names of the person, whom it is against, and who has a part in it. */
export const Parties = ({ state, lead }: Props) => {
  const texts = t().conflicts;
  const isOpen = useSignal(false);
  const { parties } = lead;
  if (parties === undefined) return null;
  return (
    <Panel title={texts.parties}>
      {!parties?.length && <p class="meta">{parties ? texts.partiesNone : texts.partiesUnknown}</p>}
      <ul class="lead-list">
        {parties?.map(({ role, name, aliases, email, phone }, index) => (
          <li key={index}>
            <p>
              <bdi>{name}</bdi> <Tag>{texts.partyRoles[role]}</Tag>
            </p>
            <p class="meta">
              {[
                aliases.length > 0 && fill(texts.also, { names: listWords(aliases) }),
                email,
                phone && shownPhone(phone),
              ]
                .filter(Boolean)
                .join(", ")}
            </p>
          </li>
        ))}
      </ul>
      {can("leads:write") && (
        <Button inert={state.isBusy.value} onClick={() => (isOpen.value = true)}>
          {texts.partiesChange}
        </Button>
      )}
      {isOpen.value ? (
        <PartiesDialog state={state} lead={lead} onClose={() => (isOpen.value = false)} />
      ) : (
        <WriteNotice write={state.writes.parties} />
      )}
    </Panel>
  );
};

const BLANK: PartyRow = { role: "adverse", name: "", aliases: "", email: "", phone: "" };
const TEXTS = ["name", "aliases", "email", "phone"] as const;

const PartiesDialog = ({ state, lead, onClose }: Props & { readonly onClose: () => void }) => {
  const texts = t().conflicts;
  const write = state.writes.parties;
  const name = state.name.value;
  const form = useForm<Lead, { parties: readonly PartyRow[] | null }>({
    stored: lead,
    valuesOf: ({ parties }) => ({ parties: rowsOf(parties) }),
    write: { ...write, run: (call) => state.run(write, call) },
    what: () => fill(texts.partiesWhat, { name }),
    send: ({ parties = null }, { id }, options) =>
      intake().updateLead({ path: { id }, body: { parties: parties && partiesOf(parties) } }, options),
    readsFirst: true,
    read: async () => {
      const now = await intake().getLead({ path: lead });
      state.put(now);
      return now;
    },
    onSaved: (saved) => {
      state.put(saved);
      onClose();
    },
  });
  useEffect(() => write.reset, []);
  const rows = form.values.parties;
  const set = (parties: readonly PartyRow[] | null) => form.change({ parties });
  return (
    <Dialog title={fill(texts.partiesOf, { name })} onClose={onClose} isUnsent={form.isUnsent}>
      <div>
        <Sheet form={form} fields={{}} list="parties">
          <Rows
            form={form}
            legend={texts.parties}
            rows={rows ?? []}
            onChange={set}
            blank={BLANK}
            add={texts.addParty}
            list="parties"
            rowOf={rowIn}
            draw={(party, setPart, row) => (
              <>
                <Select
                  name={fill(texts.inRow, { label: texts.role, row })}
                  value={party.role}
                  options={Object.entries(texts.partyRoles) satisfies Option[]}
                  onChoose={(role) => setPart({ role })}
                />
                {TEXTS.map((field) => (
                  <input
                    key={field}
                    aria-label={fill(texts.inRow, { label: texts[field], row })}
                    placeholder={texts[field]}
                    autocomplete="off"
                    value={party[field]}
                    onInput={({ currentTarget }) => setPart({ [field]: currentTarget.value })}
                  />
                ))}
              </>
            )}
          />
          {!rows?.length && (
            <label class="check">
              <input
                type="checkbox"
                checked={rows !== null}
                onChange={() => set(rows === null ? [] : null)}
              />
              {texts.nobodyElse}
            </label>
          )}
          <BothIn
            form={form}
            field="parties"
            label={texts.parties}
            theirs={counted(texts.partiesAre, form.theirs.parties?.length ?? 0)}
          />
        </Sheet>
      </div>
    </Dialog>
  );
};
