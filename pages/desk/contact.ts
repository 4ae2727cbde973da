/** Returns a person's name; an empty text if both parts are. */
export const fullName = (of: { readonly first_name: string; readonly last_name: string }): string =>
  `${of.first_name} ${of.last_name}`.trim();

/** Returns the address that calls a number; null for a text that the service has not found to be one. */
export const telOf = (phone: string): string | null => (/^\+\d{6,15}$/.test(phone) ? `tel:${phone}` : null);

/** Returns the address that writes to somebody; null for none. Only the part before the @ can have special characters. */
export const mailtoOf = (email: string): string | null => {
  const [, name, domain] = /^([^@\s]+)@([\w.-]+)$/.exec(email) ?? [];
  return name && domain ? `mailto:${encodeURIComponent(name)}@${domain}` : null;
};

/** Returns a number as people in the firm's country write it, where the page knows how; else as it is. */
export const phoneText = (phone: string, country: string): string =>
  ["US", "CA"].includes(country) ? phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3") : phone;
