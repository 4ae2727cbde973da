import { sha256 } from "../../../shared/table/record-keys.ts";
import { CASE_TYPES, type DeliveryRow, SOURCES } from "./demo-data.ts";

/** The data of a person, as a sender gets them. A name is sent with the same external id each time. */
export type Told = Pick<DeliveryRow, "name" | "contact" | "matter" | "asked" | "isTest"> & {
  readonly story?: string | undefined;
};

type Sent = { readonly contentType: string; readonly body: string };

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Returns the parts of a contact such as `(212) 555-0147 priya@example.com`, or of either. */
const contactParts = (contact = "") => {
  const [, phone = "", email = ""] = /^(\(\d+\) \S+)? ?(\S+@\S+)?$/.exec(contact) ?? [];
  return { phone, email };
};

const present = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));

const form = (fields: Readonly<Record<string, string>>): Sent => ({
  contentType: FORM_TYPE,
  body: new URLSearchParams(fields).toString(),
});

const idOf = ({ name }: Told) => sha256(name);

const digitsOf = (told: Told) => String(Number.parseInt(idOf(told).slice(0, 12), 16)).padStart(15, "1");

const nameParts = (name: string) => {
  const words = name.split(" ");
  return { first_name: words.slice(0, -1).join(" "), last_name: words.at(-1) ?? "" };
};

const caseTypeOf = ({ matter }: Told) => (matter ? CASE_TYPES[matter] : "");

/** As the form of the recipe sends it. */
const websiteForm = (told: Told): Sent => {
  const { phone, email } = contactParts(told.contact);
  const fields = { ...nameParts(told.name), email, phone, case_type: caseTypeOf(told) };
  const external_id = idOf(told).slice(0, 32);
  return form({ ...fields, summary: told.story ?? "", website: "", external_id, ...told.asked });
};

/** As Google Ads posts a lead form: https://developers.google.com/google-ads/webhook/docs/implementation */
const googleAds = (told: Told): Sent => {
  const { phone, email } = contactParts(told.contact);
  const { name, story = "", asked, isTest = false } = told;
  const answers = present({
    FULL_NAME: name,
    EMAIL: email,
    PHONE_NUMBER: phone,
    ...asked,
    what_happened: story,
  });
  const user_column_data = Object.entries(answers).map(([column_id, string_value]) => ({
    column_id,
    column_name: COLUMN_NAMES[column_id] ?? column_id,
    string_value,
  }));
  const lead_id = `EAIaIQobChMI${idOf(told).slice(0, 12)}`;
  const google_key = SOURCES[0].body_secret.value;
  const ids = {
    form_id: 40871550012,
    campaign_id: 21793309418,
    gcl_id: `Cj0KCQiA-${idOf(told).slice(12, 18)}`,
  };
  const body = { lead_id, user_column_data, api_version: "1.0", ...ids, google_key, is_test: isTest };
  return { contentType: JSON_TYPE, body: JSON.stringify(body) };
};

const COLUMN_NAMES: Readonly<Record<string, string>> = {
  FULL_NAME: "Full Name",
  EMAIL: "User Email",
  PHONE_NUMBER: "User Phone",
  POSTAL_CODE: "Postal Code",
  best_number_to_call: "Best number to call?",
  what_happened: "What happened to you?",
};

/** As a scenario of Make posts a lead of a form on Facebook. */
const facebook = (told: Told): Sent => {
  const { phone: phone_number, email } = contactParts(told.contact);
  const { name: full_name, story: summary = "" } = told;
  const ids = { id: digitsOf(told), form_id: "998877665544332" };
  const contact = present({ email, phone_number });
  return form({ ...ids, full_name, ...contact, case_type: caseTypeOf(told), summary, ...told.asked });
};

const answeringService = (told: Told): Sent => {
  const { phone: number } = contactParts(told.contact);
  const call = { call_id: digitsOf(told), caller: { name: told.name, number }, matter: caseTypeOf(told) };
  return { contentType: JSON_TYPE, body: JSON.stringify({ ...call, message: told.story ?? "" }) };
};

/** The body that each source's sender makes of it. */
export const BODIES: Readonly<Record<string, (told: Told) => Sent>> = {
  "demo-form": websiteForm,
  "google-ads": googleAds,
  facebook,
  "answering-service": answeringService,
};

/** Returns the fields of a lead that somebody of the firm enters. */
export const enteredLead = (told: Told) => {
  const data = { case_type: caseTypeOf(told), summary: told.story ?? "" };
  return { ...nameParts(told.name), ...present(contactParts(told.contact)), data };
};
