/** `"redirect_url"` → `"redirectUrl"` */
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

export type CamelCased<Fields> = {
  [Name in keyof Fields as Name extends string ? CamelCase<Name> : never]: Fields[Name];
};

/** The fields of a body by their names in code: `redirect_url` becomes `redirectUrl`. Values stay as they are. */
export const camelCased = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as CamelCased<Fields>;

/** The reverse: the fields of a record by their names in the API. */
export const snakeCased = <Fields extends object>(record: CamelCased<Fields>) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  ) as Fields;
