import { expect, it } from "@jest/globals";
import { isPlaceholder, isSecretPlaceholder } from "../../shared/schema/placeholder.ts";

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

it.each([
  "<the secret of the webhook in Typeform>",
  " <key> ",
  "YOUR_SECRET",
  "your api-key",
  "{{secret}}",
  "…",
  "whsec_…",
])("stands for a secret: %s", (text) => {
  expect(isSecretPlaceholder(text)).toBe(true);
});

it.each([
  "your-firm-2026",
  "<a>b>",
  "<>",
  "<7f3a>",
  "s3cret...",
  "your key 7",
  "{{a}}b}}",
  "its_",
  "********",
])("may be a secret: %s", (text) => {
  expect(isSecretPlaceholder(text)).toBe(false);
});
