/** Returns the address that a location is; undefined for any other text, and for any other address than `https:`. */
export const webAddressOf = (location: string): string | undefined => {
  if (!/^https:\/\/\S+$/i.test(location)) return undefined;
  try {
    return new URL(location).href;
  } catch {
    return undefined;
  }
};

/** Returns an amount with its currency, as a locale writes it, with all decimals of the amount. */
export const priceOf = (locale: string, amount: number, currency: string): string =>
  new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 20 }).format(amount);
