/**
 * Payloads of well-known form and lead services, in the shape of their public documentation, each with the mapping
 * that turns it into `EXPECTED_LEAD`.
 */
type Sender = {
  readonly name: string;
  readonly mapping: Readonly<Record<string, string>>;
  readonly externalId: string | null;
  readonly body: unknown;
};

export const EXPECTED_LEAD = {
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.com",
  phone: "+12125550123",
  data: { case_type: "Family", summary: "Needs advice on custody." },
};

/** Webhooks by Zapier, POST with payload type JSON: flat, with the field names of the zap. */
const zapier: Sender = {
  name: "Zapier",
  mapping: {
    first_name: "first_name",
    last_name: "last_name",
    phone: "phone_number",
    external_id: "submission_id",
    "data.case_type": "matter",
    "data.summary": "message",
  },
  externalId: "8812",
  body: {
    submission_id: 8812,
    first_name: "Ada",
    last_name: "Lovelace",
    email: "Ada@Example.com",
    phone_number: 12125550123,
    matter: "family",
    message: "Needs advice on custody.",
    zap_meta_human_now: "2026-11-02T10:00:00-05:00",
  },
};

/** https://www.typeform.com/developers/webhooks/example-payload/ — unanswered questions are missing from `answers`. */
const typeform: Sender = {
  name: "Typeform",
  mapping: {
    first_name: "form_response.answers[field.ref=first_name].text",
    last_name: "form_response.answers[field.ref=last_name].text",
    email: "form_response.answers[field.ref=email].email",
    phone: "form_response.answers[field.ref=phone].phone_number",
    external_id: "form_response.token",
    "data.case_type": "form_response.answers[field.ref=matter].choice.label",
    "data.summary": "form_response.answers[field.ref=what_happened].text",
    "data.incident_date": "form_response.answers[field.ref=when].date",
  },
  externalId: "a3a12ec67a1365927098a606107fac15",
  body: {
    event_id: "01JB6Z6V7C5P0W7Q4Q6VBD4V3K",
    event_type: "form_response",
    form_response: {
      form_id: "lT4Z3j",
      token: "a3a12ec67a1365927098a606107fac15",
      submitted_at: "2026-11-02T18:17:02Z",
      landed_at: "2026-11-02T18:07:02Z",
      definition: {
        id: "lT4Z3j",
        title: "Case intake",
        fields: [
          { id: "DlXFaesGBpoF", title: "First name", type: "short_text", ref: "first_name" },
          { id: "SMEUb7VJz92Q", title: "When did it happen?", type: "date", ref: "when" },
        ],
      },
      answers: [
        { type: "text", text: "Ada", field: { id: "DlXFaesGBpoF", type: "short_text", ref: "first_name" } },
        {
          type: "text",
          text: "Lovelace",
          field: { id: "k6TP9oLGgHjl", type: "short_text", ref: "last_name" },
        },
        {
          type: "email",
          email: "ada@example.com",
          field: { id: "JwWggjAKtOkA", type: "email", ref: "email" },
        },
        {
          type: "phone_number",
          phone_number: "+12125550123",
          field: { id: "RUqkXSeXBXSd", type: "phone_number", ref: "phone" },
        },
        {
          type: "choice",
          choice: { id: "PWvGXLwBSLVP", label: "Family", ref: "family" },
          field: { id: "k6TP9oLGgHjm", type: "multiple_choice", ref: "matter" },
        },
        {
          type: "text",
          text: "Needs advice on custody.",
          field: { id: "SMEUb7VJz92R", type: "long_text", ref: "what_happened" },
        },
      ],
    },
  },
};

/** https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving — a lead as the Graph API returns it. */
const meta: Sender = {
  name: "Meta lead ads",
  mapping: {
    first_name: "field_data[name=first_name].values[0]",
    last_name: "field_data[name=last_name].values[0]",
    email: "field_data[name=email].values[0]",
    phone: "field_data[name=phone_number].values[0]",
    external_id: "id",
    "data.case_type": "field_data[name=what_kind_of_case?].values[0]",
    "data.summary": "field_data[name=tell_us_more].values[0]",
  },
  externalId: "1120534879235674",
  body: {
    created_time: "2026-11-02T18:17:02+0000",
    id: "1120534879235674",
    ad_id: "120210000000000001",
    form_id: "998877665544332",
    field_data: [
      { name: "what_kind_of_case?", values: ["family"] },
      { name: "tell_us_more", values: ["Needs advice on custody."] },
      { name: "email", values: ["ada@example.com"] },
      { name: "first_name", values: ["Ada"] },
      { name: "last_name", values: ["Lovelace"] },
      { name: "phone_number", values: ["+12125550123"] },
    ],
  },
};

/** https://developer.calendly.com — `invitee.created`, version 2. */
const calendly: Sender = {
  name: "Calendly",
  mapping: {
    first_name: "payload.first_name",
    last_name: "payload.last_name",
    email: "payload.email",
    phone: "payload.text_reminder_number",
    external_id: "payload.uri",
    "data.case_type": "payload.questions_and_answers[question=What kind of case is it?].answer",
    "data.summary": "payload.questions_and_answers[position=1].answer",
  },
  externalId: "https://api.calendly.com/scheduled_events/AAAAAAAAAAAAAAAA/invitees/BBBBBBBBBBBBBBBB",
  body: {
    created_at: "2026-11-02T18:17:02.000000Z",
    created_by: "https://api.calendly.com/users/CCCCCCCCCCCCCCCC",
    event: "invitee.created",
    payload: {
      cancel_url: "https://calendly.com/cancellations/BBBBBBBBBBBBBBBB",
      created_at: "2026-11-02T18:17:02.000000Z",
      email: "ada@example.com",
      event: "https://api.calendly.com/scheduled_events/AAAAAAAAAAAAAAAA",
      first_name: "Ada",
      last_name: "Lovelace",
      name: "Ada Lovelace",
      new_invitee: null,
      old_invitee: null,
      questions_and_answers: [
        { answer: "Family", position: 0, question: "What kind of case is it?" },
        { answer: "Needs advice on custody.", position: 1, question: "What happened?" },
      ],
      rescheduled: false,
      status: "active",
      text_reminder_number: "+1 212-555-0123",
      timezone: "America/New_York",
      tracking: { utm_campaign: null, utm_source: null },
      uri: "https://api.calendly.com/scheduled_events/AAAAAAAAAAAAAAAA/invitees/BBBBBBBBBBBBBBBB",
    },
  },
};

/** An HTML form relay: field names with brackets and dots unchanged, every value a string. */
const htmlForm: Sender = {
  name: "an HTML form's relay",
  mapping: {
    first_name: "your-name",
    last_name: '["contact[last]"]',
    email: '["contact.email"]',
    phone: "tel",
    "data.case_type": "case",
    "data.summary": "message",
    "data.urgent": "urgent",
  },
  externalId: null,
  body: {
    "your-name": " Ada ",
    "contact[last]": "Lovelace",
    "contact.email": "ada@example.com",
    tel: "(212) 555-0123",
    case: "FAMILY",
    message: "Needs advice on custody.\r\n",
    _gotcha: "",
  },
};

export const SENDERS: readonly Sender[] = [zapier, typeform, meta, calendly, htmlForm];
