/**
 * Two people at one record: what was typed over what is stored, whose other fields follow what is stored. `basis` has
 * what was stored when each field was typed: if it is another now, somebody else has changed that field meanwhile.
 */
export type Draft<Values> = { readonly typed: Partial<Values>; readonly basis: Partial<Values> };

/** The names of fields whose values are texts. */
export type TextField<Values> = {
  [Field in keyof Values]-?: string extends Values[Field] ? Field : never;
}[keyof Values] &
  string;

const isExact = (one: unknown, other: unknown) => JSON.stringify(one ?? "") === JSON.stringify(other ?? "");

/** Compares values as the service stores them: white space around a text and what is blank count for nothing. */
export const isSame = (one: unknown, other: unknown): boolean => formOf(one) === formOf(other);

const formOf = (value: unknown) => JSON.stringify(value, withoutBlanks) ?? "null";

const withoutBlanks = (_name: string, value: unknown) => {
  if (typeof value === "string") return value.trim() || undefined;
  return Array.isArray(value) ? value.filter((each) => each !== "") : (value ?? undefined);
};

const fieldsOf = <Values extends object>(values: Partial<Values>): (keyof Values)[] => {
  const fields: (keyof Values)[] = [];
  for (const field in values) fields.push(field);
  return fields;
};

const picked = <Values>(stored: Values, fields: readonly (keyof Values)[]): Partial<Values> => {
  const part: Partial<Values> = {};
  for (const field of fields) part[field] = stored[field];
  return part;
};

const without = <Values>(fields: Partial<Values>, field: keyof Values): Partial<Values> => {
  const rest = { ...fields };
  delete rest[field];
  return rest;
};

/** Types values over those stored. One that is stored already is no change. */
export const typedOver = <Values extends object>(
  { typed, basis }: Draft<Values>,
  stored: Values,
  part: Partial<Values>,
): Draft<Values> =>
  fieldsOf(part).reduce<Draft<Values>>(
    (draft, field) => (isExact(part[field], stored[field]) ? takeTheirs(draft, field) : draft),
    { typed: { ...typed, ...part }, basis: { ...picked(stored, fieldsOf(part)), ...basis } },
  );

export const valuesOf = <Values extends object>({ typed }: Draft<Values>, stored: Values): Values => ({
  ...stored,
  ...typed,
});

/** Returns what is to be sent: the typed values that are not stored already. */
export const changesOf = <Values extends object>({ typed }: Draft<Values>, stored: Values): Partial<Values> =>
  fieldsOf(typed).reduce<Partial<Values>>(
    (changes, field) => (isSame(typed[field], stored[field]) ? without(changes, field) : changes),
    typed,
  );

/** Returns the fields that both changed: nothing is sent until the one who types has chosen. */
export const bothChanged = <Values extends object>(draft: Draft<Values>, stored: Values): (keyof Values)[] =>
  fieldsOf(changesOf(draft, stored)).filter((field) => !isExact(draft.basis[field], stored[field]));

/** Settles a field that both changed by the value that was typed. */
export const sendMine = <Values extends object>(
  { typed, basis }: Draft<Values>,
  stored: Values,
  field: keyof Values,
): Draft<Values> => ({ typed, basis: { ...basis, ...picked(stored, [field]) } });

/** Drops what was typed in a field. */
export const takeTheirs = <Values extends object>(
  { typed, basis }: Draft<Values>,
  field: keyof Values,
): Draft<Values> => ({ typed: without(typed, field), basis: without(basis, field) });

/** Drops what was sent and is stored now. What was typed meanwhile stays, as typed over what was sent. */
export const withoutSent = <Values extends object>(
  draft: Draft<Values>,
  sent: Partial<Values>,
  stored: Values,
): Draft<Values> =>
  fieldsOf(draft.typed)
    .filter((field) => field in sent)
    .reduce(
      (rest, field) =>
        isExact(rest.typed[field], sent[field]) ? takeTheirs(rest, field) : sendMine(rest, stored, field),
      draft,
    );

const digitsIn = (text: string) => text.replaceAll(/\D/g, "").replace(/^0+/, "");

/** Returns whether a stored text is the typed one as the service writes it: trimmed, an address in lower case, +1212…. */
const isWritten = (typed: string, stored: string) =>
  typed.trim().toLowerCase() === stored.toLowerCase() ||
  (/^\+\d+$/.test(stored) && digitsIn(typed).length > 6 && stored.endsWith(digitsIn(typed)));

/** Returns whether a record shows what was sent, after an answer was lost. */
export const showsChanges = <Values extends object>(changes: Partial<Values>, stored: Values): boolean =>
  fieldsOf(changes).every((field) => isShown(changes[field], stored[field]));

const isShown = (typed: unknown, shown: unknown): boolean => {
  if (typeof typed === "string" && typeof shown === "string") return isWritten(typed, shown);
  if (!isObject(typed) || !isObject(shown)) return isSame(typed, shown);
  const names = Object.keys({ ...typed, ...shown });
  return names.every((name) => isShown(Reflect.get(typed, name), Reflect.get(shown, name)));
};

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
