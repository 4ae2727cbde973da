import { signal } from "@preact/signals";

/** The number of rejected deliveries that nobody has mended or dismissed, as text: `50+` beyond a page. */
export const rejectedCount = signal("");

export const countRejected = async (): Promise<void> => {};

/** Counts what is rejected while the page is open. @returns a function that ends it */
export const followRejected = (): (() => void) => () => {};
