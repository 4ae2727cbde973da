import { signal } from "@preact/signals";
import type { CreateLeadBody, Lead } from "../../../client/src/index.ts";
import { fill, isolated } from "../../shared/fill.ts";
import { go } from "../address.ts";
import { announce } from "../parts.tsx";
import { createWrite, intake } from "../requests.ts";
import { t } from "../texts.ts";
import { bodyOf, type Draft, EMPTY_DRAFT, isEmpty, isSamePerson } from "./new-lead-rules.ts";

export type NewLead = ReturnType<typeof createNewLead>;

/** Creates what a new lead is typed into. It outlasts its dialog until it is added. */
export const createNewLead = (put: (lead: Lead) => void) => {
  const draft = signal(EMPTY_DRAFT);
  const isShown = signal(false);
  const write = createWrite<Lead>();

  const isUnderWay = () => ["sending", "unknown"].includes(write.state.peek().kind);

  const clear = () => {
    draft.value = EMPTY_DRAFT;
    write.reset();
  };

  const find = async (body: CreateLeadBody, fromMs: number): Promise<Lead | null> => {
    const query = body.email ? { email: body.email } : { phone: body.phone ?? "" };
    const { data } = await intake().lookUpLeads({ query });
    return data.find((lead) => isSamePerson(lead, body, fromMs)) ?? null;
  };

  return {
    draft,
    isShown,
    write,
    /** True if closing would drop what was typed. What is under way goes on without its dialog. */
    isUnsent: (): boolean => !isEmpty(draft.peek()) && !isUnderWay(),
    type: (changes: Partial<Draft>): void => {
      draft.value = { ...draft.peek(), ...changes };
    },
    open: (): void => {
      isShown.value = true;
    },
    close: (): void => {
      isShown.value = false;
      if (!isUnderWay()) clear();
    },
    /** Adds the lead, and goes to its page, which shows possible duplicates. */
    add: async (): Promise<void> => {
      const body = bodyOf(draft.peek(), t().leads.byHand);
      const startedMs = Date.now();
      const name = isolated(`${body.first_name} ${body.last_name}`);
      const lead = await write.run({
        what: fill(t().leads.wasAdded, { name }),
        typed: body,
        send: (options) => intake().createLead({ body }, options),
        find: () => find(body, startedMs),
      });
      if (lead === undefined) return;
      put(lead);
      clear();
      announce(fill(t().leads.added, { name }));
      if (isShown.peek()) go("leads", lead.id);
      isShown.value = false;
    },
  };
};
