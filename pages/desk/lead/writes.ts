import type { Consultation, CreateLinkBody, Lead, Link } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import { fullName } from "../contact.ts";
import { dayAndTime } from "../dates.ts";
import { firm } from "../directory.ts";
import { showsChanges, withoutSent } from "../draft.ts";
import { isOnline } from "../fresh.ts";
import { announce } from "../parts.tsx";
import { intake } from "../requests.ts";
import { readFirm } from "../setup/state.ts";
import { t } from "../texts.ts";
import type { LeadState } from "./state.ts";
import { patchOf, textsOf } from "./texts-of-lead.ts";

const pathOf = ({ id }: LeadState) => ({ id: id.peek() });

/** Sends what was changed. Reads the lead first, and sends nothing while somebody else's change is contested. */
export const save = async (state: LeadState): Promise<void> => {
  // Without a connection, the write says that nothing was sent.
  state.isUnread.value = isOnline.peek() && !(await state.read());
  const lead = state.lead.peek();
  const { typed } = state.draft.peek();
  if (lead === null || state.isUnread.peek() || state.both.peek().length > 0) return;
  const body = patchOf(state.changes.peek(), firm.peek()?.lead_fields ?? []);
  const saved = await sendPatch(state, lead, body);
  if (saved?.id !== state.id.peek()) return;
  state.put(saved);
  state.draft.value = withoutSent(state.draft.peek(), typed, textsOf(saved));
  announce(t().lead.saved);
  if ("email" in body || "phone" in body) state.lists.duplicates.load();
};

const sendPatch = async (state: LeadState, before: Lead, body: ReturnType<typeof patchOf>) => {
  if (Object.keys(body).length === 0) return before;
  const path = { id: before.id };
  return state.run(state.writes.save, {
    what: fill(t().lead.whatSaved, { name: fullName(before) }),
    typed: [path, body],
    send: (options) => intake().updateLead({ path, body }, options),
    find: async () => {
      const now = await intake().getLead({ path });
      return showsChanges(textsOf(body), textsOf(now)) ? now : null;
    },
  });
};

export const setArchived = async (state: LeadState, archived: boolean): Promise<void> => {
  const path = pathOf(state);
  const { archiveLead, unarchiveLead } = intake();
  const saved = await state.run(state.writes.archive, {
    what: fill(archived ? t().lead.whatArchived : t().lead.whatRestored, { name: state.name.peek() }),
    typed: [path, archived],
    send: (options) => (archived ? archiveLead : unarchiveLead)({ path }, options),
    find: async () => {
      const now = await intake().getLead({ path });
      return now.archived === archived ? now : null;
    },
  });
  if (saved) state.put(saved);
};

/** Merges another lead into this one. @returns whether it is done */
export const merge = async (state: LeadState, other: Lead): Promise<boolean> => {
  const path = pathOf(state);
  const merged = await state.run(state.writes.merge, {
    what: fill(t().lead.duplicates.what, { other: fullName(other), name: state.name.peek() }),
    typed: [path, other.id],
    send: (options) => intake().mergeLead({ path, body: { from: other.id } }, options),
    find: async () => {
      const now = await intake().getLead({ path: { id: other.id } });
      return now.merged_into === path.id ? intake().getLead({ path }) : null;
    },
  });
  if (merged === undefined) return false;
  state.put(merged);
  state.lists.load();
  return true;
};

/** A start that is free. Without an attorney, the service chooses one of those who are free then. */
export type Offer = { readonly type: string; readonly start_at: string; readonly attorney_id?: string };

/** Books a consultation. @returns whether it is done */
export const book = async (state: LeadState, offer: Offer): Promise<boolean> => {
  const lead_id = state.id.peek();
  const known = new Set(state.lists.consultations.items.peek()?.map(({ id }) => id));
  const booked = await state.run<Consultation>(state.writes.book, {
    what: fill(t().lead.consultations.what, { name: state.name.peek(), when: dayAndTime(offer.start_at) }),
    typed: { lead_id, ...offer },
    send: (options) => intake().bookConsultation({ body: { lead_id, ...offer } }, options),
    find: async () => {
      const { data } = await intake().listConsultations({ query: { lead: lead_id, limit: 50 } });
      return data.find(({ id, start_at }) => start_at === offer.start_at && !known.has(id)) ?? null;
    },
  });
  if (booked) state.lists.putConsultation(booked);
  return booked !== undefined;
};

/** Checks the lead for conflicts, and shows what is known then. */
export const checkConflicts = async (state: LeadState): Promise<void> => {
  const path = pathOf(state);
  const { checks } = state.lists;
  const known = new Set(checks.items.peek()?.map(({ id }) => id));
  const checked = await state.run(state.writes.check, {
    what: fill(t().conflicts.whatChecked, { name: state.name.peek() }),
    typed: path,
    send: (options) => intake().createConflictCheck({ path }, options),
    find: async () => {
      const { data } = await intake().listConflictChecks({ path });
      return data.find(({ id }) => !known.has(id)) ?? null;
    },
  });
  if (checked) announce(t().conflicts.states[checked.result]);
  // Whoever switches the gate on or off tells no open page.
  else await readFirm().catch(() => {});
  await Promise.all([checks.load(), state.read()]);
};

/** Makes a link. @returns its address, which nothing shows again */
export const makeLink = async (state: LeadState, body: CreateLinkBody): Promise<string | null> => {
  const path = pathOf(state);
  const { links } = state.lists;
  const made = await state.run(state.writes.link, {
    what: fill(t().lead.links.what, { name: state.name.peek() }),
    typed: [path, body],
    send: (options) => intake().createLink({ path, body }, options),
    find: null,
  });
  if (made === undefined) links.load();
  else links.items.value = [made, ...(links.items.peek() ?? [])];
  return made?.url ?? null;
};

/** Revokes a link. @returns whether it is done */
export const revokeLink = async (state: LeadState, link: Link): Promise<boolean> => {
  const path = { ...pathOf(state), linkId: link.id };
  const revoked = await state.run<true>(state.writes.revoke, {
    what: fill(t().lead.links.whatRevoked, { name: state.name.peek() }),
    typed: path,
    send: async (options) => {
      await intake().deleteLink({ path }, options);
      return true;
    },
    find: async () => {
      const { data } = await intake().listLinks({ path: { id: path.id }, query: { limit: 200 } });
      return data.some(({ id }) => id === link.id) ? null : true;
    },
  });
  if (revoked)
    state.lists.links.items.value = state.lists.links.items.peek()?.filter((each) => each !== link) ?? null;
  return revoked === true;
};
