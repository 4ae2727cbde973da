import { bundlePage } from "./bundle-page.ts";

/** Writes the page at which members sign in into a new directory. */
export const bundleDeskPage = (directory: string): void => bundlePage(directory, { source: "pages/desk" });
