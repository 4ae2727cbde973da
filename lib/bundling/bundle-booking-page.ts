import { ENGLISH } from "../../booking-page/texts.ts";
import { bundlePage } from "./bundle-page.ts";

/** Writes the page of clients' links into a new directory. */
export const bundleBookingPage = (directory: string): void =>
  bundlePage(directory, { source: "booking-page", parts: ENGLISH.shell });
