/**
 * A model of the contract's rules for the leads of a firm, without a table. Each operation returns its answer's status.
 */

export type ModelLead = {
  readonly id: string;
  email: string;
  phone: string;
  archived: boolean;
  erased: boolean;
  mergedInto: string | null;
};

type Contact = { readonly email: string; readonly phone: string };

/** Returns a value after a delivery: the sent one if it differs from the last one sent and is not blank. */
const afterDelivery = (value: string, sent: string, before: string) => (sent !== before && sent) || value;

export const newModel = () => {
  const leads = new Map<string, ModelLead>();
  /** The lead of each consultation. */
  const consultations = new Map<string, string>();
  /** The lead that each external id has created, and the contact last sent with it. */
  const externalIds = new Map<string, { readonly leadId: string; readonly sent: Contact }>();

  const lead = (id: string): ModelLead => {
    const found = leads.get(id);
    if (found === undefined) throw new Error(`The model has no lead ${id}.`);
    return found;
  };
  const survivor = (id: string): ModelLead => lead(lead(id).mergedInto ?? id);

  const create = (id: string, contact: Contact) => {
    leads.set(id, { id, ...contact, archived: false, erased: false, mergedInto: null });
  };

  /** Returns a refusal's status. For a body that violates a rule, 422 precedes 409, and 404 precedes 422. */
  const refusal = ({ mergedInto, erased }: ModelLead) => (mergedInto ? 409 : erased ? 404 : null);

  const change = (id: string, contact: Partial<Contact>) => {
    const changed = lead(id);
    const refused = refusal(changed);
    if (refused === 404) return 404;
    const { email, phone } = { ...changed, ...contact };
    if (!email && !phone) return 422;
    if (refused !== null) return refused;
    Object.assign(changed, contact);
    return 200;
  };

  const deliver = (externalId: string, leadId: string, sent: Contact) => {
    externalIds.set(externalId, { leadId, sent });
    create(leadId, sent);
  };

  const redeliver = (externalId: string, sent: Contact) => {
    const before = externalIds.get(externalId);
    if (before === undefined) return null;
    const changed = survivor(before.leadId);
    if (changed.erased) return { status: "ignored" };
    changed.email = afterDelivery(changed.email, sent.email, before.sent.email);
    changed.phone = afterDelivery(changed.phone, sent.phone, before.sent.phone);
    externalIds.set(externalId, { ...before, sent });
    return { status: "updated", externalId, leadId: changed.id };
  };

  const setArchived = (id: string, archived: boolean) => {
    if (lead(id).mergedInto) return 409;
    lead(id).archived = archived;
    return 200;
  };

  const booking = (id: string) => (lead(id).mergedInto ? 409 : lead(id).erased ? 422 : 201);

  const isRefused = (target: ModelLead, other: ModelLead) =>
    other === target || (other.mergedInto === null ? other.erased : other.mergedInto !== target.id);

  const join = (target: ModelLead, other: ModelLead) => {
    target.email ||= other.email;
    target.phone ||= other.phone;
    other.archived = true;
    const merged = [...leads.values()].filter((each) => survivor(each.id) === other);
    for (const each of merged) each.mergedInto = target.id;
    const moved = [...consultations].filter(([, of]) => of === other.id);
    for (const [consultation] of moved) consultations.set(consultation, target.id);
  };

  const merge = (id: string, from: string) => {
    const [target, other] = [lead(id), lead(from)];
    if (refusal(target) === 404) return 404;
    if (isRefused(target, other)) return 422;
    if (target.mergedInto) return 409;
    if (!other.mergedInto) join(target, other);
    return 200;
  };

  const erase = (id: string) => {
    const { id: survivorId } = survivor(id);
    for (const each of leads.values())
      if (survivor(each.id).id === survivorId) Object.assign(each, { email: "", phone: "", erased: true });
  };

  /** Returns the newest leads first. */
  const withContact = ({ email, phone }: Contact) =>
    [...leads.values()]
      .filter((each) => (email && each.email === email) || (phone && each.phone === phone))
      .sort((one, other) => (one.id < other.id ? 1 : -1));

  const duplicates = (id: string) =>
    withContact(lead(id)).filter((each) => each.id !== id && each.mergedInto === null);

  return {
    leads,
    consultations,
    create,
    deliver,
    redeliver,
    change,
    setArchived,
    booking,
    merge,
    erase,
    withContact,
    duplicates,
  };
};

export type Model = ReturnType<typeof newModel>;
