import * as z from "zod/mini";
import { withForms } from "../api/schema/by-form.ts";
import { customDataInput } from "../api/schema/custom-data.ts";
import { email, emailForms, line, nonBlankText, requiredText, uuid } from "../api/schema/fields.ts";
import { lazy } from "../api/schema/lazy.ts";
import { LIMITS } from "../api/schema/limits.ts";
import { isBlank } from "../api/schema/text.ts";

const { nameCharacters, sourceCharacters, phoneCharacters } = LIMITS;

/** Text whose null means that there is none. */
const emptyWhenNull = <Form extends z.ZodMiniType>(
  schema: ReturnType<typeof line>,
  forms: () => readonly Form[],
) =>
  withForms(
    z.pipe(
      z.transform((value: unknown) => value ?? ""),
      schema,
    ),
    () => [...forms(), z.null()],
  );

const emailInput = () => emptyWhenNull(email(), emailForms);
const phoneInput = () => emptyWhenNull(line(phoneCharacters), () => [line(phoneCharacters)]);

const given = (field: string) => ({
  required: [field],
  properties: { [field]: { type: "string", pattern: "\\S" } },
});

export const newLeadBody = lazy(() =>
  z
    .object({
      first_name: requiredText(nameCharacters),
      last_name: requiredText(nameCharacters),
      source: requiredText(sourceCharacters),
      email: z._default(emailInput(), ""),
      phone: z._default(phoneInput(), ""),
      assignee_id: z._default(z.nullable(uuid()), null),
      data: z._default(customDataInput(), {}),
    })
    .check(
      z.refine((body) => Boolean(body.email || body.phone), {
        path: ["email"],
        error: "is required when phone is absent",
        params: { anyOf: [given("email"), given("phone")] },
        // Runs even if another field is invalid, so that one response lists every violation.
        when: ({ value }) => hasNoContactMethod(value),
      }),
    ),
);

/** The key of a stage, sent as such or as the `status` of a lead. */
export const stageKeyInput = (status: unknown): unknown =>
  typeof status === "object" && status !== null && "key" in status ? status.key : status;

const noContactMethod = lazy(() => {
  const blank = z.nullish(z.string().check(z.refine(isBlank)));
  return z.object({ email: blank, phone: blank });
});

const hasNoContactMethod = (body: unknown) => noContactMethod().safeParse(body).success;

export const leadChangesBody = lazy(() =>
  z.object({
    first_name: z.optional(nonBlankText(nameCharacters)),
    last_name: z.optional(nonBlankText(nameCharacters)),
    email: z.optional(emailInput()),
    phone: z.optional(phoneInput()),
    source: z.optional(nonBlankText(sourceCharacters)),
    status: z.optional(
      withForms(z.pipe(z.transform(stageKeyInput), z.string().check(z.trim())), () => [
        z.string(),
        z.object({ key: z.string() }),
      ]),
    ),
    assignee_id: z.optional(z.nullable(uuid())),
    data: z.optional(customDataInput()),
  }),
);

export type NewLead = z.output<ReturnType<typeof newLeadBody>>;
export type LeadChanges = z.output<ReturnType<typeof leadChangesBody>>;

/** Every field of a new lead can also be changed; the compiler rejects one that cannot. */
type Changeable<Field extends keyof LeadChanges> = Field;
export type NewLeadField = Changeable<keyof NewLead>;
