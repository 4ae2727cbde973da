/** `create-lead` → `CreateLead`, the construct id of the function of that name. */
export const pascalCase = (kebab: string) =>
  kebab.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase());
