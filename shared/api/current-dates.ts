const WEEK = 7 * 86_400_000;

/** The Monday on which the document's examples were written. They book on the next Monday. */
const WRITTEN = Date.parse("2026-11-02");

/** Returns the number of whole weeks since the examples were written; 0 before. */
export const weekOf = (nowMilliseconds: number) =>
  Math.max(0, Math.floor((nowMilliseconds - WRITTEN) / WEEK));

/**
 * Returns a copy of an OpenAPI document whose examples are as near to now as they were to the day on which they were
 * written, so that a sample books in the future. The API's version, which is a date too, stays.
 */
export const withCurrentDates = <Document extends { readonly info: { readonly version: string } }>(
  document: Document,
  nowMilliseconds: number,
): Document => {
  const shift = weekOf(nowMilliseconds) * WEEK;
  const written = new RegExp(`(?!${document.info.version}")\\b2026-1[12]-\\d\\d(?!\\d)`, "g");
  const moved = (date: string) => new Date(Date.parse(date) + shift).toISOString().slice(0, 10);
  return JSON.parse(JSON.stringify(document).replace(written, moved));
};
