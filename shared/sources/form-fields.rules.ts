/** A form field: its name and text. */
export type FormField = readonly [name: string, text: string];

/** The fields as JSON; a repeated name holds a list. */
export const jsonFromFields = (fields: Iterable<FormField>): unknown => {
  const texts = new Map<string, string[]>();
  for (const [name, text] of fields) {
    const list = texts.get(name);
    if (list) list.push(text);
    else texts.set(name, [text]);
  }
  return Object.fromEntries([...texts].map(([name, list]) => [name, list.length === 1 ? list[0] : list]));
};
