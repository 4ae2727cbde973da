/** What the contract says of the leads of a firm, without a table: each operation returns the status of its answer. */

export type ModelLead = {
  readonly id: string;
  email: string;
  phone: string;
  archived: boolean;
  erased: boolean;
  mergedInto: string | null;
};

type Contact = { readonly email: string; readonly phone: string };

export const newModel = () => {
  const leads = new Map<string, ModelLead>();
  /** The lead of each consultation, and the one that each external id has made. */
  const consultations = new Map<string, string>();
  const externalIds = new Map<string, string>();

  const lead = (id: string): ModelLead => {
    const found = leads.get(id);
    if (found === undefined) throw new Error(`The model has no lead ${id}.`);
    return found;
  };
  const survivor = (id: string): ModelLead => lead(lead(id).mergedInto ?? id);

  const create = (id: string, contact: Contact) => {
    leads.set(id, { id, ...contact, archived: false, erased: false, mergedInto: null });
  };

  const refusal = ({ mergedInto, erased }: ModelLead) => (mergedInto ? 409 : erased ? 404 : null);

  const change = (id: string, contact: Partial<Contact>) => {
    const changed = lead(id);
    const refused = refusal(changed);
    if (refused !== null) return refused;
    const { email, phone } = { ...changed, ...contact };
    if (!email && !phone) return 422;
    Object.assign(changed, contact);
    return 200;
  };

  const setArchived = (id: string, archived: boolean) => {
    if (lead(id).mergedInto) return 409;
    lead(id).archived = archived;
    return 200;
  };

  const booking = (id: string) => (lead(id).mergedInto ? 409 : lead(id).erased ? 422 : 201);

  const isRefused = (target: ModelLead, other: ModelLead) =>
    other === target || other.mergedInto !== null || other.erased;

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
    const refused = refusal(target);
    if (refused !== null) return refused;
    if (other.mergedInto === id) return 200;
    if (isRefused(target, other)) return 422;
    join(target, other);
    return 200;
  };

  const erase = (id: string) => {
    const { id: survivorId } = survivor(id);
    for (const each of leads.values())
      if (survivor(each.id).id === survivorId) Object.assign(each, { email: "", phone: "", erased: true });
  };

  /** Newest first. */
  const withContact = ({ email, phone }: Contact) =>
    [...leads.values()]
      .filter((each) => (email && each.email === email) || (phone && each.phone === phone))
      .sort((one, other) => (one.id < other.id ? 1 : -1));

  const duplicates = (id: string) =>
    withContact(lead(id)).filter((each) => each.id !== id && each.mergedInto === null);

  return {
    leads,
    consultations,
    externalIds,
    survivor,
    create,
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
