import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Lead } from "../../../client/src/index.ts";
import { fill, isolated } from "../../shared/fill.ts";
import { go } from "../address.ts";
import { fullName } from "../contact.ts";
import type { Option } from "../controls.tsx";
import { members, sources } from "../directory.ts";
import { useForm } from "../form.ts";
import { announce, Button, Dialog } from "../parts.tsx";
import { intake } from "../requests.ts";
import { Sheet } from "../sheet.tsx";
import { t } from "../texts.ts";
import { WriteNotice } from "../write-notice.tsx";
import { bodyOf, EMPTY_DRAFT, isSamePerson, type NewLeadDraft } from "./new-lead-rules.ts";
import type { Shown } from "./rules.ts";
import { sourcesIn } from "./sources.ts";

type Props = { readonly shown: Shown; readonly put: (lead: Lead) => void };

const nameIn = (draft: NewLeadDraft) => ({ name: isolated(fullName(draft)) });

/** Adds a lead, and goes to its page, which shows possible duplicates. What is under way goes on without its dialog. */
export const NewLead = ({ shown, put }: Props) => {
  const isOpen = useSignal(false);
  const startedMs = useRef(0);
  const texts = t().leads;
  const body = (draft: NewLeadDraft) => bodyOf(draft, texts.byHand);
  const form = useForm<Lead | null, NewLeadDraft>({
    stored: null,
    valuesOf: () => EMPTY_DRAFT,
    what: (draft) => fill(texts.wasAdded, nameIn(draft)),
    send: (draft, _stored, options) => {
      startedMs.current ||= Date.now();
      return intake().createLead({ body: body({ ...EMPTY_DRAFT, ...draft }) }, options);
    },
    find: async (draft) => {
      const sent = body(draft);
      const query = sent.email ? { email: sent.email } : { phone: sent.phone ?? "" };
      const { data } = await intake().lookUpLeads({ query });
      return data.find((lead) => isSamePerson(lead, sent, startedMs.current)) ?? null;
    },
    onSaved: (lead) => {
      startedMs.current = 0;
      if (!lead) return;
      put(lead);
      announce(fill(texts.added, nameIn({ ...EMPTY_DRAFT, ...lead, assignee_id: "" })));
      if (isOpen.peek()) go("leads", lead.id);
      isOpen.value = false;
    },
  });
  const close = () => {
    isOpen.value = false;
    if (!form.write.isBusy.peek()) form.drop();
  };
  const active = (members.value ?? []).filter((member) => member.active);
  const { fields } = texts;
  return (
    <>
      <Button kind="primary" onClick={() => (isOpen.value = true)}>
        {texts.add}
      </Button>
      {!isOpen.value && <WriteNotice write={form.write} />}
      {isOpen.value && (
        <Dialog title={texts.add} onClose={close} isUnsent={form.isUnsent}>
          <div>
            <Sheet
              form={form}
              submit={texts.addIt}
              fields={{
                first_name: { label: fields.first_name, isRequired: true },
                last_name: { label: fields.last_name, isRequired: true },
                phone: { label: fields.phone, hint: texts.oneOfBoth, mode: "tel" },
                email: { label: fields.email, mode: "email" },
                source: {
                  label: fields.source,
                  options: [["", texts.byHand], ...sourcesIn(shown, sources.value)],
                },
                assignee_id: {
                  label: fields.assignee_id,
                  options: [["", texts.nobody], ...active.map(({ id, name }): Option => [id, name])],
                },
              }}
            />
          </div>
        </Dialog>
      )}
    </>
  );
};
