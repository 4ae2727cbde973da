import { expect, it } from "@jest/globals";
import { isPlaceholder } from "../../shared/schema/placeholder.ts";

it.each([
  "<paste the secret of Typeform>",
  " <key> ",
  "YOUR_SECRET",
  "your-secret",
  "Your secret",
  "{{secret}}",
  "itk_…",
  "whsec_...",
  "itk_",
])("is a placeholder: %s", (text) => {
  expect(isPlaceholder(text)).toBe(true);
});

it.each(["s3cret", "<", "a<b>", "yourself", "********", "4c9f1b7d2e8a6035", "its_x", "itk_0Zz", ".."])(
  "is no placeholder: %s",
  (text) => {
    expect(isPlaceholder(text)).toBe(false);
  },
);
