import { reportMissingBrowser, tearDown } from "./suite-setup.ts";

export default async () => {
  reportMissingBrowser();
  await tearDown();
};
