import * as z from "zod/mini";
import { line, orNull, text } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { emptyText } from "./record-fields.ts";
import {
  EMAIL_PATTERN,
  isBlank,
  isEmailAddress,
  withAsciiDomain,
  withoutFormatAround,
  withoutFormatCharacters,
  withoutPhoneScheme,
} from "./text.ts";
import { documented, withForms } from "./zod.ts";

/** The contacts that two leads may share. */
export const CONTACT_FIELDS = ["email", "phone"] as const;

/** A lower-cased e-mail address with its domain in ASCII, and nothing invisible around it; empty means absent. */
export const email = () =>
  withForms(
    text(
      LIMITS.emailCharacters,
      z.overwrite(withoutFormatAround),
      z.overwrite(withAsciiDomain),
      // Runs before lower-casing, which turns U+212A into an ASCII letter.
      z.refine((value) => value === "" || isEmailAddress(value), "must be an email address"),
      z.toLowerCase(),
    ),
    emailForms,
  );

export const emailForms = () => [
  z
    .string()
    .check(documented({ format: "email", pattern: EMAIL_PATTERN, maxLength: LIMITS.emailCharacters })),
  z.literal(""),
];

const emptyWithoutNumber = z.overwrite<string>((text) =>
  isBlank(withoutPhoneScheme(withoutFormatCharacters(text))) ? "" : text,
);

/** A phone number, even an invalid one; may be empty. The prefix of a link to a number alone is empty too. */
export const phone = () => line(LIMITS.phoneCharacters, emptyWithoutNumber);
export const phoneOrNull = () => orNull(phone());

/** A text, such as a contact, that a record may lack. In a body, an empty text and null both mean that there is none. */
export const optionalText = <Form extends z.ZodMiniType>(
  schema: () => ReturnType<typeof line>,
  forms: () => readonly Form[],
) => {
  const orNull = () => {
    const emptyWhenNull = z.transform((value: unknown) => value ?? "");
    return withForms(z.pipe(emptyWhenNull, schema()), () => [...forms(), z.null()]);
  };
  return { ...emptyText, created: () => z._default(orNull(), ""), changed: orNull };
};

export const emailField = () => optionalText(email, emailForms);
export const phoneField = () => optionalText(phone, () => [phone()]);
