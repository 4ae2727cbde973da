/** Returns `bookConsultation` for `book-consultation`. */
export const camelCase = (kebab: string) =>
  kebab.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
