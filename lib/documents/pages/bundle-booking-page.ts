import { ENGLISH } from "../../../pages/book/texts.ts";
import { bundlePage } from "./bundle-page.ts";

/** Writes the page of clients' links into a new directory. */
export const bundleBookingPage = (directory: string): void =>
  bundlePage(directory, { source: "pages/book", parts: ENGLISH.shell });
