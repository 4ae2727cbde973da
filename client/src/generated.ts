// Written by "npm run client" from the contract; do not edit.

import type { LostAnswer } from "./lost-answers.ts";
import type { RequestOptions } from "./request-options.ts";

/** The version of the API whose types these are; every request asks for it. */
export const API_VERSION = "2026-11-01";

export type Lead = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** First name. */
  first_name: string;
  /** Last name. */
  last_name: string;
  /** An email address in lower case; empty for none. */
  email: string;
  /** A phone number, in E.164 where it is valid; empty for none. */
  phone: string;
  /** Where the lead comes from. */
  source: string;
  /** The stage. */
  status: {
    /** A key that the firm chooses; never changes. */
    key: string;
    /** A name for people. */
    name: string;
  };
  /** The member who takes care of the lead; null for nobody. */
  assignee_id: string | null;
  /** Whether the record is hidden from the default lists. */
  archived: boolean;
  /** When the record was created. */
  created_at: string;
  /** When the lead's fields or stage changed last. */
  last_activity_at: string;
  /** Values of the fields that the firm defines for leads, by their keys. */
  data: Record<string, string | number | boolean>;
  /** The id of the lead that this one was merged into; absent unless it was merged. */
  merged_into?: string;
};

export type Consultation = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The lead, by its id. */
  lead_id: string;
  /** The attorney, an active and schedulable member of the firm. */
  attorney_id: string;
  /** What the meeting is, in the firm's own words. */
  type: string;
  /** The status. */
  status: "scheduled" | "rescheduled" | "canceled" | "completed" | "no-show";
  /** The instant at which it begins. */
  start_at: string;
  /** Minutes from start to end. */
  duration_min: number;
  /** An IANA time zone. */
  time_zone: string;
  /** Whether it is paid. */
  paid: boolean;
  /** The price in `currency`; null when there is none. */
  amount: number | null;
  /** The firm's currency when the amount was set, as ISO 4217; null without an amount, or when the firm had none. */
  currency: string | null;
  /** Where it takes place: a room, a telephone, a video link; null for none. */
  location: string | null;
  /** The result of the meeting; null when none was recorded. */
  outcome: string | null;
  /** Whether the record is hidden from the default lists. */
  archived: boolean;
  /** When the record was created. */
  created_at: string;
  /** Values of the fields that the firm defines for consultations, by their keys. */
  data: Record<string, string | number | boolean>;
};

export type Link = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The lead, by its id. */
  lead_id: string;
  /** The consultation that the link manages or has booked; null while there is none. */
  consultation_id: string | null;
  /** The key of the consultation type that the link books; null for one that manages a consultation. */
  type: string | null;
  /** With whom the link books; null for any of the type's pool. */
  attorney_id: string | null;
  /** When the link stops working: when it can no longer book, or 30 days after the end of its consultation as that is now. */
  expires_at: string;
  /** When the record was created. */
  created_at: string;
};

export type LinkState = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** First name. */
  first_name: string;
  /** The firm. */
  firm: {
    /** A name for people. */
    name: string;
    /** The firm's, as IANA names it: that of a pool before the booking. */
    time_zone: string;
  };
  /** A phone number by which the client reaches the firm, in E.164 where it is valid; null where it has set none. */
  contact_phone: string | null;
  /** The language of the links' page; null for the visitor's, where the page has it. */
  language: "en" | "es" | "de" | "fr" | null;
  /** With whom, as of now; null for any of a pool. */
  attorney: {
    /** A name for people. */
    name: string;
    /** The attorney's own, as IANA names it. */
    time_zone: string;
  } | null;
  /** What the meeting is; null when the firm no longer offers it. */
  type: string | null;
  /** Minutes from start to end; null when the firm no longer offers it. */
  duration_min: number | null;
  /** Where it takes place: a room, a telephone, a video link; null for none. */
  location: string | null;
  /** The price; null without one, or without a currency. */
  amount: number | null;
  /** The currency of the amount, as ISO 4217; null without an amount. */
  currency: string | null;
  /** Of the consultation, or of whom it is with; otherwise of the firm. */
  time_zone: string;
  /** When the link stops working: when it can no longer book, or 30 days after the end of its consultation as that is now. */
  expires_at: string;
  /** What the link has booked or manages; null while there is none. */
  consultation: ClientConsultation | null;
  /** What the link may do now; which start is free is another question. */
  allowed: {
    /** Whether it may book. */
    book: boolean;
    /** Whether it may move its consultation. */
    reschedule: boolean;
    /** Whether it may cancel. */
    cancel: boolean;
  };
  /** The last instant at which the client may move it; null without a limit. */
  reschedule_until: string | null;
  /** The last instant at which the client may cancel; null without a limit. */
  cancel_until: string | null;
  /** How often the client may still move it; null without a limit. */
  reschedules_left: number | null;
};

export type ClientConsultation = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The status. */
  status: "scheduled" | "rescheduled" | "canceled" | "completed" | "no-show";
  /** What the meeting is, in the firm's own words. */
  type: string;
  /** The instant at which it begins. */
  start_at: string;
  /** Minutes from start to end. */
  duration_min: number;
  /** Where it takes place: a room, a telephone, a video link; null for none. */
  location: string | null;
  /** The price; null without one, or without a currency. */
  amount: number | null;
  /** The currency of the amount, as ISO 4217; null without an amount. */
  currency: string | null;
  /** With whom, as of now. */
  attorney: {
    /** A name for people. */
    name: string;
    /** The attorney's own, as IANA names it. */
    time_zone: string;
  };
  /** An IANA time zone. */
  time_zone: string;
};

export type Hold = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The attorney, an active and schedulable member of the firm. */
  attorney_id: string;
  /** The instant at which it begins. */
  start_at: string;
  /** Minutes from start to end. */
  duration_min: number;
  /** When the hold ends. */
  expires_at: string;
};

export type Attorney = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** A name for people. */
  name: string;
  /** An email address in lower case; empty for none. */
  email: string;
  /** The member's role, for people. */
  role: string;
  /** An IANA time zone. */
  time_zone: string;
  /** Whether the attorney has any office hours; without them nothing can be booked. */
  has_office_hours: boolean;
};

export type Firm = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** A name for people. */
  name: string;
  /** An IANA time zone. */
  time_zone: string;
  /** The country of phone numbers without a country code, an existing one as ISO 3166-1 alpha-2. */
  default_country: string;
  /** A phone number by which clients reach the firm, which their page names; in E.164 where it is valid, null for none. */
  contact_phone: string | null;
  /** The currency of amounts that are set from now on, an active ISO 4217 code; null for none. A consultation keeps the one that it has. */
  currency: string | null;
  /** Where a consultation takes place, unless its type or its booking says so: a room, a telephone, a video link; null for none. */
  location: string | null;
  /** The stages of a lead in their order; leads in a terminal one are closed. */
  stages: {
    /** A key that the firm chooses; never changes. */
    key: string;
    /** A name for people. */
    name: string;
    /** Whether leads in the stage are closed. */
    terminal: boolean;
  }[];
  /** The fields that the firm defines for the `data` of its leads. */
  lead_fields: {
    /** A key that the firm chooses; never changes. */
    key: string;
    /** The field's name for people. */
    label: string;
    /** The type. */
    type: "text" | "number" | "boolean" | "date" | "select";
    /** The values of a `select` field, which differ; no other field has any. */
    options: string[];
  }[];
  /** The fields that the firm defines for the `data` of its consultations. */
  consultation_fields: {
    /** A key that the firm chooses; never changes. */
    key: string;
    /** The field's name for people. */
    label: string;
    /** The type. */
    type: "text" | "number" | "boolean" | "date" | "select";
    /** The values of a `select` field, which differ; no other field has any. */
    options: string[];
  }[];
  /** What the firm offers: a booking or hold whose `type` is such a key takes from it what it leaves out. */
  consultation_types: {
    /** A key that the firm chooses; never changes. */
    key: string;
    /** A name for people. */
    name: string;
    /** Minutes from start to end. */
    duration_min: number;
    /** The price in the firm's currency; null when there is none. */
    amount: number | null;
    /** Where such a consultation takes place, unless a booking says so; null for the firm's. */
    location: string | null;
    /** The members of whom any may take a consultation of this type; null for everybody who can be booked, the first 20 by creation. */
    attorney_ids: string[] | null;
    /** Minutes before the start at which a consultation emits `consultation.reminder_due`, for what is booked or moved from now on; null in a type for the firm's, empty for none. */
    reminders_min: number[] | null;
  }[];
  /** When and how often consultations can be booked. A null rule of a member is the firm's. */
  booking_rules: {
    /** Minutes between the request and the start at least; null for no rule. */
    min_notice_min: number | null;
    /** Days ahead that can be booked at most; null for no rule. */
    max_advance_days: number | null;
    /** Minutes that stay free between two consultations of an attorney; null for no rule. */
    buffer_min: number | null;
    /** Consultations of an attorney's local day at most; null for no rule. */
    max_per_day: number | null;
  };
  /** Minutes before the start at which a consultation emits `consultation.reminder_due`, for what is booked or moved from now on; null in a type for the firm's, empty for none. */
  reminders_min: number[];
  /** What clients may do by links. While it is not enabled, they only show. */
  self_service: {
    /** Whether it works. */
    enabled: boolean;
    /** Minutes before the start until which clients may move it; null for no limit. */
    reschedule_notice_min: number | null;
    /** Minutes before the start until which clients may cancel; null for no limit. */
    cancel_notice_min: number | null;
    /** How often clients may move a consultation, by whichever links; null for no limit. */
    max_reschedules: number | null;
    /** The language of the links' page; null for the visitor's, where the page has it. */
    language: "en" | "es" | "de" | "fr" | null;
  };
  /** Days on which nobody can be booked. */
  holidays: {
    /** The first day, as `YYYY-MM-DD`. */
    start_date: string;
    /** The last day, as `YYYY-MM-DD`, not before `start_date`. */
    end_date: string;
    /** A name for people. */
    name: string;
  }[];
  /** Increases with every change; `If-Match` names it. */
  version: number;
};

export type Member = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** A name for people. */
  name: string;
  /** An email address in lower case; empty for none. */
  email: string;
  /** The member's role, for people. */
  role: string;
  /** Whether the member can be booked. */
  schedulable: boolean;
  /** Whether the member works at the firm; an inactive one can be neither assigned nor booked. */
  active: boolean;
  /** An IANA time zone. */
  time_zone: string;
  /** Weekly windows in the member's own time zone; they may touch, and not overlap. */
  office_hours: {
    /** 1 for Monday to 7 for Sunday. */
    weekday: number;
    /** Local time, such as `09:00`. */
    start: string;
    /** Local time after `start`, `24:00` for the end of the day. */
    end: string;
  }[];
  /** Absences: whole days in the member's time zone, or from one instant to another. */
  time_off: ({
    /** The first day, as `YYYY-MM-DD`. */
    start_date: string;
    /** The last day, as `YYYY-MM-DD`, not before `start_date`. */
    end_date: string;
    /** Why, for people. */
    reason: string;
  } | {
    /** The instant at which it begins. */
    start_at: string;
    /** The instant at which the absence ends (exclusive), after `start_at`. */
    end_at: string;
    /** Why, for people. */
    reason: string;
  })[];
  /** When and how often consultations can be booked. A null rule of a member is the firm's. */
  booking_rules: {
    /** Minutes between the request and the start at least; null for no rule. */
    min_notice_min: number | null;
    /** Days ahead that can be booked at most; null for no rule. */
    max_advance_days: number | null;
    /** Minutes that stay free between two consultations of an attorney; null for no rule. */
    buffer_min: number | null;
    /** Consultations of an attorney's local day at most; null for no rule. */
    max_per_day: number | null;
  };
  /** When the record was created. */
  created_at: string;
  /** Increases with every change; `If-Match` names it. */
  version: number;
};

export type Source = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** A key that the firm chooses; never changes. */
  key: string;
  /** A name for people. */
  name: string;
  /** Paths of texts that hold JSON themselves. */
  json_fields: string[];
  /** Where each field of a lead is in what the sender posts, by `first_name`, `last_name`, `full_name`, `email`, `phone`, `external_id` or `data.<key>` of a field that the firm defines. */
  mapping: Record<string, string | string[] | {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. */
    path?: string;
    /** Paths of which the first with a value counts. */
    paths?: string[];
    /** Always this value. */
    value?: string | number | boolean;
    /** The value of a new lead when nothing is found at the paths: one that the field can have. */
    fallback?: string | number | boolean;
  }>;
  /** Whether a delivery with a value that does not fit its field of `data` is rejected, or goes without that value. */
  invalid_data: "reject" | "omit";
  /** Conditions that must all hold for a delivery to become a lead; otherwise it is `ignored`. */
  accept_when: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. */
    path: string;
    /** Holds when the value at the path is this one. */
    equals?: string | number | boolean;
    /** Holds when the value at the path is one of these. */
    in?: (string | number | boolean)[];
    /** Holds when the value at the path is not blank (`true`), or is (`false`). */
    present?: boolean;
  }[];
  /** Conditions that must all hold for a delivery to be a test, which becomes no lead. */
  test_when: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. */
    path: string;
    /** Holds when the value at the path is this one. */
    equals?: string | number | boolean;
    /** Holds when the value at the path is one of these. */
    in?: (string | number | boolean)[];
    /** Holds when the value at the path is not blank (`true`), or is (`false`). */
    present?: boolean;
  }[];
  /** How the sender signs its deliveries; null asks for no signature. */
  signature: {
    /** The name of the header that carries the signature. */
    header: string;
    /** The hash function of the HMAC. */
    algorithm: "sha256" | "sha1";
    /** How the signature is written. */
    encoding: "hex" | "base64";
    /** What stands before the signature in the header. */
    prefix: string;
    /** The shared secret; responses mask it. */
    secret: string;
  } | null;
  /** A secret that the sender puts into what it posts; null asks for none. */
  body_secret: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. */
    path: string;
    /** Always this value. */
    value: string;
  } | null;
  /** The origins of the pages whose forms may post with the key in the address; none means any. */
  allowed_origins: string[];
  /** Where a browser goes whose form was accepted. */
  redirect_url: string | null;
  /** Where a browser goes whose form was rejected, with `delivery_id` and `reason` as query parameters. */
  error_redirect_url: string | null;
  /** Whether a rejected delivery is answered with its error or with 202. */
  rejected_answer: "error" | "accepted";
  /** The member whom new leads of the source are assigned to, while active. */
  default_assignee_id: string | null;
  /** Whether it works. */
  enabled: boolean;
  /** The rate limit of each key. */
  requests_per_minute: number;
  /** The last four characters of the key. */
  last_four: string;
  /** When the key before stops working; null when there is none. */
  previous_key_expires_at: string | null;
  /** When the record was created. */
  created_at: string;
  /** Increases with every change; `If-Match` names it. */
  version: number;
};

export type InboundDelivery = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** When the delivery was received. */
  received_at: string;
  /** What became of it. */
  outcome: "created" | "updated" | "duplicate" | "ignored" | "test" | "rejected";
  /** The lead, by its id. */
  lead_id: string | null;
  /** The sender's own id of the lead; null when it sent none. */
  external_id: string | null;
  /** What went wrong; null when nothing did. */
  error: {
    /** The code of the error. */
    code: "invalid_request" | "invalid_signature" | "origin_not_allowed" | "payload_too_large" | "no_open_stage";
    /** What is wrong, for people. */
    message: string;
    /** The fields that are invalid and why; null when it is no matter of fields. */
    details: {
      /** The field's name as a dotted path, the query parameter or the header. */
      field: string;
      /** What is wrong, for people. */
      message: string;
    }[] | null;
  } | null;
  /** Values of `data` that the lead goes without, by the source's `invalid_data`: the fields and what is wrong. */
  omitted: {
    /** The field's name as a dotted path, the query parameter or the header. */
    field: string;
    /** What is wrong, for people. */
    message: string;
  }[];
  /** The delivery that this one replays; null for one that the source sent. */
  replay_of: string | null;
  /** The content type that the sender sent. */
  content_type: string | null;
  /** The user agent that the sender sent. */
  user_agent: string | null;
  /** The header that the source's `signature` named then. */
  signature: string | null;
  /** The origin of the page that posted. */
  origin: string | null;
  /** The body as it was received, or its beginning. */
  body: string;
  /** `base64` unless the body is plain text. */
  body_encoding: "utf8" | "base64";
  /** Size of the received body in bytes; larger than `body` if only its beginning was stored. */
  body_bytes: number;
};

export type InboundPreview = {
  /** What the delivery would become. */
  outcome: "created" | "updated" | "duplicate" | "ignored" | "test" | "rejected";
  /** The lead as the delivery alone makes it; null when it makes none. */
  lead: {
    /** First name. */
    first_name: string;
    /** Last name. */
    last_name: string;
    /** An email address in lower case; empty for none. */
    email: string;
    /** A phone number, in E.164 where it is valid; empty for none. */
    phone: string;
    /** Where the lead comes from. */
    source: string;
    /** The stage. */
    status: {
      /** A key that the firm chooses; never changes. */
      key: string;
      /** A name for people. */
      name: string;
    };
    /** The member who takes care of the lead; null for nobody. */
    assignee_id: string | null;
    /** Whether the record is hidden from the default lists. */
    archived: boolean;
    /** Values of the fields that the firm defines for leads, by their keys. */
    data: Record<string, string | number | boolean>;
  } | null;
  /** Why there would be no lead. */
  violations: {
    /** The field's name as a dotted path, the query parameter or the header. */
    field: string;
    /** What is wrong, for people. */
    message: string;
  }[];
  /** Values of `data` that the lead goes without, by the source's `invalid_data`: the fields and what is wrong. */
  omitted: {
    /** The field's name as a dotted path, the query parameter or the header. */
    field: string;
    /** What is wrong, for people. */
    message: string;
  }[];
  /** Paths in the payload that the mapping does not read. */
  unused_paths: string[];
};

export type ApiKey = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** A name for people. */
  name: string;
  /** What the key may do. */
  scopes: ("leads:read" | "leads:write" | "consultations:read" | "consultations:write" | "events:read" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[];
  /** The last four characters of the key. */
  last_four: string;
  /** Whether it works. */
  enabled: boolean;
  /** The rate limit of each key. */
  requests_per_minute: number;
  /** The API version of the key's requests that name none. */
  api_version: string;
  /** When the record was created. */
  created_at: string;
  /** The last minute in which the key was used; null for never. */
  last_used_at: string | null;
  /** Increases with every change; `If-Match` names it. */
  version: number;
};

export type Me = {
  /** The key's firm. */
  firm: {
    /** UUIDv7; sorts by creation. */
    id: string;
    /** A name for people. */
    name: string;
    /** An IANA time zone. */
    time_zone: string;
  };
  /** The calling key. */
  key: {
    /** UUIDv7; sorts by creation. */
    id: string;
    /** A name for people. */
    name: string;
    /** What the key may do. */
    scopes: ("leads:read" | "leads:write" | "consultations:read" | "consultations:write" | "events:read" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[];
    /** The rate limit of each key. */
    requests_per_minute: number;
    /** The API version of the key's requests that name none. */
    api_version: string;
  };
};

export type Event = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The type. */
  type: string;
  /** When it happened. */
  created_at: string;
  /** The record's revision: orders the events of one record. */
  sequence: number;
  /** The record as the API shows it. */
  data: Record<string, unknown>;
  /** Old values of the changed fields; null means that there was none. */
  previous: Record<string, unknown>;
  /** In `lead.duplicate_found` only: the newest 20 other leads with an address or number that the change has brought. */
  duplicates?: {
    /** The lead, by its id. */
    lead_id: string;
    /** What both leads have. */
    matches: ("email" | "phone")[];
  }[];
  /** Of `lead.merged`: the id of the lead that was merged into the one in `data`. */
  merged_from?: string;
  /** Of `consultation.reminder_due`: which of the reminders it is, in minutes before the start. */
  minutes_before?: number;
  /** Of `consultation.reminder_due`: whom it is for, as the lead is when the event is made; blank once the lead was erased. */
  lead?: {
    /** UUIDv7; sorts by creation. */
    id: string;
    /** First name. */
    first_name: string;
    /** Last name. */
    last_name: string;
    /** An email address in lower case; empty for none. */
    email: string;
    /** A phone number, in E.164 where it is valid; empty for none. */
    phone: string;
  };
  /** Who caused the change. */
  actor: {
    /** The type. */
    type: "api_key" | "source" | "client_link" | "operator" | "system";
    /** UUIDv7; sorts by creation. */
    id: string | null;
  };
};

export type Webhook = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The address that requests go to: a public one, without a user name. */
  url: string;
  /** The event types that the endpoint receives; `*` for all, future ones too. */
  events: ("*" | "lead.created" | "lead.archived" | "lead.merged" | "lead.status_changed" | "lead.assigned" | "lead.updated" | "lead.duplicate_found" | "consultation.booked" | "consultation.rescheduled" | "consultation.canceled" | "consultation.completed" | "consultation.no_show" | "consultation.updated" | "consultation.archived" | "consultation.reminder_due")[];
  /** A note for people. */
  description: string;
  /** Headers of the firm's own for each request, none that the service sets; responses mask the values. */
  headers: Record<string, string>;
  /** Whether it works. */
  enabled: boolean;
  /** Why the service disabled the endpoint; null when it is enabled or the firm disabled it. */
  disabled_reason: string | null;
  /** The first failure since the last success; null when it works. */
  failing_since: string | null;
  /** When the secret before stops signing; null when there is none. */
  previous_secret_expires_at: string | null;
  /** When the record was created. */
  created_at: string;
  /** Increases with every change; `If-Match` names it. */
  version: number;
  /** In the answer to a creation or a change, if there are any: what may be wrong with what was sent, such as a host that does not resolve. */
  warnings?: string[];
};

export type WebhookDelivery = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The endpoint. */
  webhook_id: string;
  /** The type. */
  type: string;
  /** Whether it is pending, delivered or failed. */
  state: "pending" | "delivered" | "failed" | "skipped";
  /** When the record was created. */
  created_at: string;
  /** What a pending delivery waits for. */
  waiting_for: "endpoint" | null;
  /** When it is tried next; null when it is not. */
  next_attempt_at: string | null;
  /** The attempts so far, oldest first. */
  attempts: {
    /** When the attempt was made. */
    at: string;
    /** The status. */
    status: number | null;
    /** How long the attempt took, in milliseconds. */
    duration_ms: number;
    /** What went wrong; null when nothing did. */
    error: string | null;
  }[];
};

export type ErrorBody = {
  /** What went wrong. */
  error: {
    /** What went wrong, for programs. */
    code: "missing_key" | "invalid_key" | "invalid_signature" | "key_disabled" | "origin_not_allowed" | "insufficient_scope" | "rate_limited" | "payload_too_large" | "not_found" | "invalid_request" | "outside_office_hours" | "attorney_unavailable" | "slot_unavailable" | "booking_not_allowed" | "lead_merged" | "self_service_not_allowed" | "no_open_stage" | "version_conflict" | "unavailable" | "internal_error";
    /** What went wrong, for people. */
    message: string;
    /** The fields that are invalid and why; null when it is no matter of fields. */
    details: {
      /** A dotted path, a query parameter or a header. */
      field: string;
      /** Completes the sentence that begins with the field. */
      message: string;
    }[] | null;
    /** Names the request in the service's log. */
    request_id: string;
    /** Of an error of a slot: up to three later instants at which the same booking would be accepted. */
    next_available?: string[];
  };
};

export type CreateLeadBody = {
  /** First name. At most 200 characters. */
  first_name: string;
  /** Last name. At most 200 characters. */
  last_name: string;
  /** Where the lead comes from. At most 100 characters. */
  source: string;
  /** An email address; empty or null for none. Without it, a phone number is required. At most 254 characters. */
  email?: string | "" | null;
  /** A phone number; empty or null for none. Without it, an email address is required. At most 40 characters. */
  phone?: string | null;
  /** The member who takes care of the lead; null for nobody. Default: `null`. */
  assignee_id?: string | null;
  /** Values of the fields that the firm defines for leads, by their keys; others are dropped. Default: `{}`. */
  data?: Record<string, unknown>;
};

export type CreateLeadInput = {
  body: CreateLeadBody;
  headers?: {
    /** Visible ASCII. A repeat with the same key makes nothing twice. At most 255 characters. */
    "Idempotency-Key"?: string;
  };
};

export type ListLeadsQuery = {
  /** Entries of a page, 1 to 200; anything else counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
  /** `true` lists archived leads only; the default is `false`. */
  archived?: string;
  /** Only leads in this stage, by its key. */
  status?: string;
  /** Only leads of this source. */
  source?: string;
  /** Only leads assigned to this member, by id. */
  assignee?: string;
  /** Only leads whose name, email or phone has all these words. */
  q?: string;
};

export type ListLeadsInput = {
  query?: ListLeadsQuery;
};

export type ListLeadsResult = {
  /** The entries of the page. */
  data: Lead[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type GetLeadInput = {
  path: {
    /** The id of the lead, a UUID. */
    id: string;
  };
};

export type UpdateLeadBody = {
  /** First name. At most 200 characters. */
  first_name?: string;
  /** Last name. At most 200 characters. */
  last_name?: string;
  /** An email address; one that there is cannot be cleared. At most 254 characters. */
  email?: string | "" | null;
  /** A phone number; one that there is cannot be cleared. At most 40 characters. */
  phone?: string | null;
  /** Where the lead comes from. At most 100 characters. */
  source?: string;
  /** The key of a stage. */
  status?: string | {
    /** A key that the firm chooses; never changes. */
    key: string;
  };
  /** The member who takes care of the lead; null for nobody. */
  assignee_id?: string | null;
  /** Values to set, by their keys; null removes one. */
  data?: Record<string, unknown>;
};

export type UpdateLeadInput = {
  path: {
    /** The id of the lead, a UUID. */
    id: string;
  };
  body?: UpdateLeadBody;
};

export type ArchiveLeadInput = {
  path: {
    /** The id of the lead, a UUID. */
    id: string;
  };
};

export type UnarchiveLeadInput = {
  path: {
    /** The id of the lead, a UUID. */
    id: string;
  };
};

export type LookUpLeadsQuery = {
  /** Entries of a page, 1 to 200; anything else counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
  /** An email address; without it, a phone number is required. At most 254 characters. */
  email?: string | "";
  /** A phone number; without it, an email address is required. At most 40 characters. */
  phone?: string;
};

export type LookUpLeadsInput = {
  query?: LookUpLeadsQuery;
};

export type LookUpLeadsResult = {
  /** The entries of the page. */
  data: Lead[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type ListDuplicatesInput = {
  path: {
    /** The id of the lead, a UUID. */
    id: string;
  };
};

export type ListDuplicatesResult = {
  /** The other leads, newest first. */
  data: {
    lead: Lead;
    /** What both leads have. */
    matches: ("email" | "phone")[];
  }[];
};

export type MergeLeadBody = {
  /** The other lead, by its id: its consultations move, and it is archived. */
  from: string;
};

export type MergeLeadInput = {
  path: {
    /** The id of the lead, a UUID. */
    id: string;
  };
  body: MergeLeadBody;
};

export type CreateLinkBody = {
  /** An open consultation of the lead, to be managed; without it, one is to be booked. */
  consultation_id?: string;
  /** The key of one of the firm's `consultation_types`, to book one. At most 64 characters. */
  type?: string;
  /** With whom the link books: an active and schedulable member; without one, any of the type's pool. */
  attorney_id?: string;
  /** How long the link can book, by default 168; without effect on one that is made for a consultation. 1 to 2160. */
  expires_in_hours?: number;
};

export type CreateLinkInput = {
  path: {
    /** The id of the lead, a UUID. */
    id: string;
  };
  body: CreateLinkBody;
};

export type CreateLinkResult = Link & {
  /** The address to send to the client, which only this response shows. */
  url: string;
};

export type ListLinksQuery = {
  /** Entries of a page, 1 to 200; anything else counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
};

export type ListLinksInput = {
  path: {
    /** The id of the lead, a UUID. */
    id: string;
  };
  query?: ListLinksQuery;
};

export type ListLinksResult = {
  /** The entries of the page. */
  data: Link[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type DeleteLinkInput = {
  path: {
    /** The id of the lead, a UUID. */
    id: string;
    /** The id of the link, a UUID. */
    linkId: string;
  };
};

export type BookConsultationBody = {
  /** The lead, by its id. */
  lead_id: string;
  /** The attorney, an active and schedulable member of the firm. Without one, any in the pool of the type. */
  attorney_id?: string;
  /** The key of one of the firm's `consultation_types`, or any other text, which needs an attorney and a duration. At most 100 characters. */
  type: string;
  /** The instant at which it begins. */
  start_at: string;
  /** Minutes from start to end; by default those of the type. 5 to 1440. */
  duration_min?: number;
  /** An IANA time zone. At most 100 characters. */
  time_zone?: string;
  /** Whether it is paid. Default: `false`. */
  paid?: boolean;
  /** The price in the firm's currency, by default that of the type; null when there is none. 0 to 9007199254740991. */
  amount?: number | null;
  /** Where it takes place; by default the location of the type, otherwise the firm's. Null or blank for none. At most 300 characters. */
  location?: string | null;
  /** Values of the fields that the firm defines, by their keys; others are dropped. Default: `{}`. */
  data?: Record<string, unknown>;
  /** Leaves out the booking rules: for what staff enters after the fact. Default: `false`. */
  ignore_booking_rules?: boolean;
  /** The hold of this very slot, which the booking takes over. */
  hold_id?: string;
};

export type BookConsultationInput = {
  body: BookConsultationBody;
  headers?: {
    /** Visible ASCII. A repeat with the same key makes nothing twice. At most 255 characters. */
    "Idempotency-Key"?: string;
  };
};

export type ListConsultationsQuery = {
  /** Entries of a page, 1 to 200; anything else counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
  /** Only consultations with this attorney, by id. */
  attorney?: string;
  /** Only consultations with this lead, by id. */
  lead?: string;
  /** Only consultations with this status. */
  status?: string;
  /** `true` lists archived consultations only; the default is `false`. */
  archived?: string;
  /** The first instant, with its zone. */
  from?: string;
  /** The last instant (exclusive), with its zone. */
  to?: string;
};

export type ListConsultationsInput = {
  query?: ListConsultationsQuery;
};

export type ListConsultationsResult = {
  /** The entries of the page. */
  data: Consultation[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type GetConsultationInput = {
  path: {
    /** The id of the consultation, a UUID. */
    id: string;
  };
};

export type UpdateConsultationBody = {
  /** The instant at which it begins. */
  start_at?: string;
  /** Minutes from start to end. 5 to 1440. */
  duration_min?: number;
  /** The attorney, an active and schedulable member of the firm. */
  attorney_id?: string;
  /** An IANA time zone. At most 100 characters. */
  time_zone?: string;
  /** Where it takes place: a room, a telephone, a video link; null for none. At most 300 characters. */
  location?: string | null;
  /** Leaves out the booking rules: for what staff enters after the fact. Default: `false`. */
  ignore_booking_rules?: boolean;
  /** The hold of this very slot, which the booking takes over. */
  hold_id?: string;
  /** `canceled` cancels the consultation. */
  status?: "canceled";
};

export type UpdateConsultationInput = {
  path: {
    /** The id of the consultation, a UUID. */
    id: string;
  };
  body: UpdateConsultationBody;
};

export type GetCalendarFileInput = {
  path: {
    /** The id of the consultation, a UUID. */
    id: string;
  };
};

export type GetCalendarFileResult = string;

export type CompleteConsultationBody = {
  /** The result of the meeting. At most 500 characters. */
  outcome?: string | null;
  /** Values to set, by their keys; null removes one. */
  data?: Record<string, unknown>;
};

export type CompleteConsultationInput = {
  path: {
    /** The id of the consultation, a UUID. */
    id: string;
  };
  body?: CompleteConsultationBody;
};

export type MarkNoShowInput = {
  path: {
    /** The id of the consultation, a UUID. */
    id: string;
  };
};

export type RecordPaymentBody = {
  /** Whether it is paid. */
  paid?: boolean;
  /** The price in `currency`; null when there is none. 0 to 9007199254740991. */
  amount?: number | null;
};

export type RecordPaymentInput = {
  path: {
    /** The id of the consultation, a UUID. */
    id: string;
  };
  body: RecordPaymentBody;
};

export type ArchiveConsultationInput = {
  path: {
    /** The id of the consultation, a UUID. */
    id: string;
  };
};

export type UnarchiveConsultationInput = {
  path: {
    /** The id of the consultation, a UUID. */
    id: string;
  };
};

export type CreateHoldBody = {
  /** The attorney, an active and schedulable member of the firm. Without one, any in the pool of the type. */
  attorney_id?: string;
  /** The key of one of the firm's `consultation_types`, or any other text, which needs an attorney and a duration. At most 100 characters. */
  type?: string;
  /** The instant at which it begins. */
  start_at: string;
  /** Minutes from start to end; by default those of the type. 5 to 1440. */
  duration_min?: number;
  /** How long the slot is held. 30 to 900. Default: `600`. */
  seconds?: number;
};

export type CreateHoldInput = {
  body: CreateHoldBody;
  headers?: {
    /** Visible ASCII. A repeat with the same key makes nothing twice. At most 255 characters. */
    "Idempotency-Key"?: string;
  };
};

export type DeleteHoldInput = {
  path: {
    /** The id of the hold, a UUID. */
    id: string;
  };
};

export type ListAttorneysQuery = {
  /** Entries of a page, 1 to 200; anything else counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
};

export type ListAttorneysInput = {
  query?: ListAttorneysQuery;
};

export type ListAttorneysResult = {
  /** The entries of the page. */
  data: Attorney[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type FindAvailabilityQuery = {
  /** The first instant, with its zone. */
  from: string;
  /** The last instant (exclusive), with its zone; at most 31 days after `from`. */
  to: string;
  /** The key of a consultation type, for its pool and its duration; without one, everybody who can be booked. */
  type?: string;
  /** Minutes from start to end; by default those of the type. 5 to 1440. */
  duration_min?: number;
  /** The attorneys to look for, by their ids, separated by commas; by default the pool of the type. */
  attorneys?: string;
  /** Minutes from one start instant to the next, counted from the start of each window of office hours; a free interval's beginning is a start too. 5 to 1440. */
  step_min?: number;
};

export type FindAvailabilityInput = {
  query: FindAvailabilityQuery;
};

export type FindAvailabilityResult = {
  /** The free start instants, in order, and whose they are. */
  data: {
    /** The start instant. */
    start_at: string;
    /** The attorneys of whom a booking at that instant would be accepted. */
    attorney_ids: string[];
  }[];
  /** The firm's time zone, as IANA names it. */
  time_zone: string;
};

export type GetAvailabilityQuery = {
  /** The first instant, with its zone. */
  from: string;
  /** The last instant (exclusive), with its zone; at most 31 days after `from`. */
  to: string;
  /** Minutes from start to end. 5 to 1440. */
  duration_min: number;
  /** Minutes from one start instant to the next, counted from the start of each window of office hours; a free interval's beginning is a start too. 5 to 1440. */
  step_min?: number;
};

export type GetAvailabilityInput = {
  path: {
    /** The id of the attorney, a UUID. */
    id: string;
  };
  query: GetAvailabilityQuery;
};

export type GetAvailabilityResult = {
  /** The free start instants, in order. */
  data: string[];
  /** An IANA time zone. */
  time_zone: string;
};

export type GetCalendarQuery = {
  /** The first instant, with its zone. */
  from: string;
  /** The last instant (exclusive), with its zone; at most 31 days after `from`. */
  to: string;
};

export type GetCalendarInput = {
  path: {
    /** The id of the attorney, a UUID. */
    id: string;
  };
  query: GetCalendarQuery;
};

export type GetCalendarResult = {
  /** What of the attorney's time overlaps the range. */
  data: {
    /** The attorney's consultations in the range, ordered by start. */
    consultations: Consultation[];
    /** Slots that are held for somebody, ordered by start. */
    holds: Hold[];
    /** Absences: whole days in the member's time zone, or from one instant to another. */
    time_off: ({
      /** The first day, as `YYYY-MM-DD`. */
      start_date: string;
      /** The last day, as `YYYY-MM-DD`, not before `start_date`. */
      end_date: string;
      /** Why, for people. */
      reason: string;
    } | {
      /** The instant at which it begins. */
      start_at: string;
      /** The instant at which the absence ends (exclusive), after `start_at`. */
      end_at: string;
      /** Why, for people. */
      reason: string;
    })[];
    /** Days on which nobody can be booked. */
    holidays: {
      /** The first day, as `YYYY-MM-DD`. */
      start_date: string;
      /** The last day, as `YYYY-MM-DD`, not before `start_date`. */
      end_date: string;
      /** A name for people. */
      name: string;
    }[];
  };
  /** An IANA time zone. */
  time_zone: string;
};

export type GetLinkAvailabilityQuery = {
  /** The first instant, with its zone. */
  from: string;
  /** The last instant (exclusive), with its zone; at most 31 days after `from`. */
  to: string;
  /** Minutes from one start instant to the next, counted from the start of each window of office hours; a free interval's beginning is a start too. 5 to 1440. */
  step_min?: number;
};

export type GetLinkAvailabilityInput = {
  query: GetLinkAvailabilityQuery;
};

export type GetLinkAvailabilityResult = {
  /** The free start instants, in order. */
  data: {
    /** The instant at which it begins. */
    start_at: string;
  }[];
  /** Of the consultation, or of whom it is with; otherwise of the firm. */
  time_zone: string;
};

export type BookByLinkBody = {
  /** The instant at which it begins. */
  start_at: string;
};

export type BookByLinkInput = {
  body: BookByLinkBody;
};

export type UpdateByLinkBody = {
  /** The instant at which it begins. */
  start_at?: string;
  /** `canceled` cancels the consultation. */
  status?: "canceled";
};

export type UpdateByLinkInput = {
  body: UpdateByLinkBody;
};

export type GetLinkCalendarFileResult = string;

export type UpdateFirmBody = {
  /** A name for people. At most 200 characters. */
  name?: string;
  /** An IANA time zone. At most 100 characters. */
  time_zone?: string;
  /** The country of phone numbers without a country code, an existing one as ISO 3166-1 alpha-2. */
  default_country?: string;
  /** A phone number by which clients reach the firm, which their page names; in E.164 where it is valid, null for none. At most 40 characters. */
  contact_phone?: string | null;
  /** The currency of amounts that are set from now on, an active ISO 4217 code; null for none. A consultation keeps the one that it has. */
  currency?: string | null;
  /** Where a consultation takes place, unless its type or its booking says so: a room, a telephone, a video link; null for none. At most 300 characters. */
  location?: string | null;
  /** The stages of a lead in their order; leads in a terminal one are closed. At most 50 entries. */
  stages?: {
    /** A key that the firm chooses; never changes. At most 64 characters. */
    key: string;
    /** A name for people. At most 200 characters. */
    name: string;
    /** Whether leads in the stage are closed. Default: `false`. */
    terminal?: boolean;
  }[];
  /** The fields that the firm defines for the `data` of its leads. At most 100 entries. */
  lead_fields?: {
    /** A key that the firm chooses; never changes. At most 64 characters. */
    key: string;
    /** The field's name for people. At most 200 characters. */
    label: string;
    /** The type. */
    type: "text" | "number" | "boolean" | "date" | "select";
    /** The values of a `select` field, which differ; no other field has any. At most 200 entries. Default: `[]`. */
    options?: string[];
  }[];
  /** The fields that the firm defines for the `data` of its consultations. At most 100 entries. */
  consultation_fields?: {
    /** A key that the firm chooses; never changes. At most 64 characters. */
    key: string;
    /** The field's name for people. At most 200 characters. */
    label: string;
    /** The type. */
    type: "text" | "number" | "boolean" | "date" | "select";
    /** The values of a `select` field, which differ; no other field has any. At most 200 entries. Default: `[]`. */
    options?: string[];
  }[];
  /** What the firm offers: a booking or hold whose `type` is such a key takes from it what it leaves out. At most 50 entries. */
  consultation_types?: {
    /** A key that the firm chooses; never changes. At most 64 characters. */
    key: string;
    /** A name for people. At most 200 characters. */
    name: string;
    /** Minutes from start to end. 5 to 1440. */
    duration_min: number;
    /** The price in the firm's currency; null when there is none. 0 to 9007199254740991. Default: `null`. */
    amount?: number | null;
    /** Where such a consultation takes place, unless a booking says so; null for the firm's. At most 300 characters. */
    location?: string | null;
    /** The members of whom any may take a consultation of this type; null for everybody who can be booked, the first 20 by creation. At most 20 entries. Default: `null`. */
    attorney_ids?: string[] | null;
    /** Minutes before the start at which a consultation emits `consultation.reminder_due`, for what is booked or moved from now on; null in a type for the firm's, empty for none. At most 5 entries. Default: `null`. */
    reminders_min?: number[] | null;
  }[];
  /** When and how often consultations can be booked. A null rule of a member is the firm's. */
  booking_rules?: {
    /** Minutes between the request and the start at least; null for no rule. 0 to 527040. */
    min_notice_min?: number | null;
    /** Days ahead that can be booked at most; null for no rule. 1 to 36500. */
    max_advance_days?: number | null;
    /** Minutes that stay free between two consultations of an attorney; null for no rule. 0 to 1440. */
    buffer_min?: number | null;
    /** Consultations of an attorney's local day at most; null for no rule. 1 to 1000. */
    max_per_day?: number | null;
  };
  /** Minutes before the start at which a consultation emits `consultation.reminder_due`, for what is booked or moved from now on; null in a type for the firm's, empty for none. At most 5 entries. */
  reminders_min?: number[];
  /** What clients may do by links. While it is not enabled, they only show. */
  self_service?: {
    /** Whether it works. */
    enabled?: boolean;
    /** Minutes before the start until which clients may move it; null for no limit. 0 to 527040. */
    reschedule_notice_min?: number | null;
    /** Minutes before the start until which clients may cancel; null for no limit. 0 to 527040. */
    cancel_notice_min?: number | null;
    /** How often clients may move a consultation, by whichever links; null for no limit. 0 to 100. */
    max_reschedules?: number | null;
    /** The language of the links' page; null for the visitor's, where the page has it. */
    language?: "en" | "es" | "de" | "fr" | null;
  };
  /** Days on which nobody can be booked. At most 300 entries. */
  holidays?: {
    /** The first day, as `YYYY-MM-DD`. */
    start_date: string;
    /** The last day, as `YYYY-MM-DD`, not before `start_date`. */
    end_date: string;
    /** A name for people. At most 200 characters. Default: `""`. */
    name?: string;
  }[];
};

export type UpdateFirmInput = {
  body?: UpdateFirmBody;
  headers?: {
    /** The version to change, in quotes: `"3"`; also a list of them, or `*`. */
    "If-Match"?: string;
  };
};

export type CreateMemberBody = {
  /** A name for people. At most 200 characters. */
  name: string;
  /** An email address in lower case; empty for none. At most 254 characters. Default: `""`. */
  email?: string | "";
  /** The member's role, for people. At most 100 characters. Default: `""`. */
  role?: string;
  /** Whether the member can be booked. Default: `false`. */
  schedulable?: boolean;
  /** Whether the member works at the firm; an inactive one can be neither assigned nor booked. Default: `true`. */
  active?: boolean;
  /** An IANA time zone. At most 100 characters. */
  time_zone?: string;
  /** Weekly windows in the member's own time zone; they may touch, and not overlap. At most 70 entries. Default: `[]`. */
  office_hours?: {
    /** 1 for Monday to 7 for Sunday. 1 to 7. */
    weekday: number;
    /** Local time, such as `09:00`. */
    start: string;
    /** Local time after `start`, `24:00` for the end of the day. */
    end: string;
  }[];
  /** Absences: whole days in the member's time zone, or from one instant to another. At most 300 entries. */
  time_off?: ({
    /** The first day, as `YYYY-MM-DD`. */
    start_date: string;
    /** The last day, as `YYYY-MM-DD`, not before `start_date`. */
    end_date: string;
    /** Why, for people. At most 500 characters. Default: `""`. */
    reason?: string;
  } | {
    /** The instant at which it begins. */
    start_at: string;
    /** The instant at which the absence ends (exclusive), after `start_at`. */
    end_at: string;
    /** Why, for people. At most 500 characters. Default: `""`. */
    reason?: string;
  })[];
  /** When and how often consultations can be booked. A null rule of a member is the firm's. Default: `{}`. */
  booking_rules?: {
    /** Minutes between the request and the start at least; null for no rule. 0 to 527040. */
    min_notice_min?: number | null;
    /** Days ahead that can be booked at most; null for no rule. 1 to 36500. */
    max_advance_days?: number | null;
    /** Minutes that stay free between two consultations of an attorney; null for no rule. 0 to 1440. */
    buffer_min?: number | null;
    /** Consultations of an attorney's local day at most; null for no rule. 1 to 1000. */
    max_per_day?: number | null;
  };
};

export type CreateMemberInput = {
  body: CreateMemberBody;
};

export type ListMembersQuery = {
  /** Entries of a page, 1 to 200; anything else counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
};

export type ListMembersInput = {
  query?: ListMembersQuery;
};

export type ListMembersResult = {
  /** The entries of the page. */
  data: Member[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type GetMemberInput = {
  path: {
    /** The id of the member, a UUID. */
    id: string;
  };
};

export type UpdateMemberBody = {
  /** A name for people. At most 200 characters. */
  name?: string;
  /** An email address in lower case; empty for none. At most 254 characters. */
  email?: string | "";
  /** The member's role, for people. At most 100 characters. */
  role?: string;
  /** Whether the member can be booked. */
  schedulable?: boolean;
  /** Whether the member works at the firm; an inactive one can be neither assigned nor booked. */
  active?: boolean;
  /** An IANA time zone. At most 100 characters. */
  time_zone?: string;
  /** Weekly windows in the member's own time zone; they may touch, and not overlap. At most 70 entries. */
  office_hours?: {
    /** 1 for Monday to 7 for Sunday. 1 to 7. */
    weekday: number;
    /** Local time, such as `09:00`. */
    start: string;
    /** Local time after `start`, `24:00` for the end of the day. */
    end: string;
  }[];
  /** Absences: whole days in the member's time zone, or from one instant to another. At most 300 entries. */
  time_off?: ({
    /** The first day, as `YYYY-MM-DD`. */
    start_date: string;
    /** The last day, as `YYYY-MM-DD`, not before `start_date`. */
    end_date: string;
    /** Why, for people. At most 500 characters. Default: `""`. */
    reason?: string;
  } | {
    /** The instant at which it begins. */
    start_at: string;
    /** The instant at which the absence ends (exclusive), after `start_at`. */
    end_at: string;
    /** Why, for people. At most 500 characters. Default: `""`. */
    reason?: string;
  })[];
  /** When and how often consultations can be booked. A null rule of a member is the firm's. */
  booking_rules?: {
    /** Minutes between the request and the start at least; null for no rule. 0 to 527040. */
    min_notice_min?: number | null;
    /** Days ahead that can be booked at most; null for no rule. 1 to 36500. */
    max_advance_days?: number | null;
    /** Minutes that stay free between two consultations of an attorney; null for no rule. 0 to 1440. */
    buffer_min?: number | null;
    /** Consultations of an attorney's local day at most; null for no rule. 1 to 1000. */
    max_per_day?: number | null;
  };
};

export type UpdateMemberInput = {
  path: {
    /** The id of the member, a UUID. */
    id: string;
  };
  body?: UpdateMemberBody;
  headers?: {
    /** The version to change, in quotes: `"3"`; also a list of them, or `*`. */
    "If-Match"?: string;
  };
};

export type CreateSourceBody = {
  /** A key that the firm chooses; never changes. At most 100 characters. */
  key: string;
  /** A name for people. At most 200 characters. */
  name: string;
  /** Paths of texts that hold JSON themselves. At most 20 entries. Default: `[]`. */
  json_fields?: string[];
  /** Where each field of a lead is in what the sender posts, by `first_name`, `last_name`, `full_name`, `email`, `phone`, `external_id` or `data.<key>` of a field that the firm defines. */
  mapping?: Record<string, string | string[] | {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path?: string;
    /** Paths of which the first with a value counts. At most 10 entries. */
    paths?: string[];
    /** Always this value. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    value?: string | number | boolean;
    /** The value of a new lead when nothing is found at the paths: one that the field can have. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    fallback?: string | number | boolean;
  }>;
  /** Whether a delivery with a value that does not fit its field of `data` is rejected, or goes without that value. Default: `"reject"`. */
  invalid_data?: "reject" | "omit";
  /** Conditions that must all hold for a delivery to become a lead; otherwise it is `ignored`. At most 10 entries. */
  accept_when?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** Holds when the value at the path is this one. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    equals?: string | number | boolean;
    /** Holds when the value at the path is one of these. At most 50 entries. */
    in?: (string | number | boolean)[];
    /** Holds when the value at the path is not blank (`true`), or is (`false`). */
    present?: boolean;
  }[];
  /** Conditions that must all hold for a delivery to be a test, which becomes no lead. At most 10 entries. */
  test_when?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** Holds when the value at the path is this one. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    equals?: string | number | boolean;
    /** Holds when the value at the path is one of these. At most 50 entries. */
    in?: (string | number | boolean)[];
    /** Holds when the value at the path is not blank (`true`), or is (`false`). */
    present?: boolean;
  }[];
  /** How the sender signs its deliveries; null asks for no signature. Default: `null`. */
  signature?: {
    /** The name of the header that carries the signature. At most 100 characters. */
    header: string;
    /** The hash function of the HMAC. Default: `"sha256"`. */
    algorithm?: "sha256" | "sha1";
    /** How the signature is written. Default: `"hex"`. */
    encoding?: "hex" | "base64";
    /** What stands before the signature in the header. At most 50 characters. Default: `""`. */
    prefix?: string;
    /** The shared secret; responses mask it. At most 500 characters. */
    secret: string;
  } | null;
  /** A secret that the sender puts into what it posts; null asks for none. Default: `null`. */
  body_secret?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** Always this value. At most 500 characters. */
    value: string;
  } | null;
  /** The origins of the pages whose forms may post with the key in the address; none means any. At most 20 entries. */
  allowed_origins?: string[];
  /** Where a browser goes whose form was accepted. At most 2000 characters. Default: `null`. */
  redirect_url?: string | null;
  /** Where a browser goes whose form was rejected, with `delivery_id` and `reason` as query parameters. At most 2000 characters. Default: `null`. */
  error_redirect_url?: string | null;
  /** Whether a rejected delivery is answered with its error or with 202. Default: `"error"`. */
  rejected_answer?: "error" | "accepted";
  /** The member whom new leads of the source are assigned to, while active. Default: `null`. */
  default_assignee_id?: string | null;
  /** Whether it works. Default: `true`. */
  enabled?: boolean;
  /** The rate limit of each key. 1 to 60000. Default: `1200`. */
  requests_per_minute?: number;
};

export type CreateSourceInput = {
  body: CreateSourceBody;
};

export type CreateSourceResult = Source & {
  /** The secret of the source's key, which only this response shows. */
  ingestion_key: string;
};

export type ListSourcesQuery = {
  /** Entries of a page, 1 to 200; anything else counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
};

export type ListSourcesInput = {
  query?: ListSourcesQuery;
};

export type ListSourcesResult = {
  /** The entries of the page. */
  data: Source[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type GetSourceInput = {
  path: {
    /** The id of the source, a UUID. */
    id: string;
  };
};

export type UpdateSourceBody = {
  /** A name for people. At most 200 characters. */
  name?: string;
  /** Paths of texts that hold JSON themselves. At most 20 entries. */
  json_fields?: string[];
  /** Where each field of a lead is in what the sender posts, by `first_name`, `last_name`, `full_name`, `email`, `phone`, `external_id` or `data.<key>` of a field that the firm defines. */
  mapping?: Record<string, string | string[] | {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path?: string;
    /** Paths of which the first with a value counts. At most 10 entries. */
    paths?: string[];
    /** Always this value. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    value?: string | number | boolean;
    /** The value of a new lead when nothing is found at the paths: one that the field can have. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    fallback?: string | number | boolean;
  }>;
  /** Whether a delivery with a value that does not fit its field of `data` is rejected, or goes without that value. */
  invalid_data?: "reject" | "omit";
  /** Conditions that must all hold for a delivery to become a lead; otherwise it is `ignored`. At most 10 entries. */
  accept_when?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** Holds when the value at the path is this one. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    equals?: string | number | boolean;
    /** Holds when the value at the path is one of these. At most 50 entries. */
    in?: (string | number | boolean)[];
    /** Holds when the value at the path is not blank (`true`), or is (`false`). */
    present?: boolean;
  }[];
  /** Conditions that must all hold for a delivery to be a test, which becomes no lead. At most 10 entries. */
  test_when?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** Holds when the value at the path is this one. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    equals?: string | number | boolean;
    /** Holds when the value at the path is one of these. At most 50 entries. */
    in?: (string | number | boolean)[];
    /** Holds when the value at the path is not blank (`true`), or is (`false`). */
    present?: boolean;
  }[];
  /** How the sender signs its deliveries; null asks for no signature. */
  signature?: {
    /** The name of the header that carries the signature. At most 100 characters. */
    header: string;
    /** The hash function of the HMAC. Default: `"sha256"`. */
    algorithm?: "sha256" | "sha1";
    /** How the signature is written. Default: `"hex"`. */
    encoding?: "hex" | "base64";
    /** What stands before the signature in the header. At most 50 characters. Default: `""`. */
    prefix?: string;
    /** The shared secret; its mask stands for the stored one. At most 500 characters. */
    secret: string;
  } | null;
  /** A secret that the sender puts into what it posts; null asks for none. */
  body_secret?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** Always this value. At most 500 characters. */
    value: string;
  } | null;
  /** The origins of the pages whose forms may post with the key in the address; none means any. At most 20 entries. */
  allowed_origins?: string[];
  /** Where a browser goes whose form was accepted. At most 2000 characters. */
  redirect_url?: string | null;
  /** Where a browser goes whose form was rejected, with `delivery_id` and `reason` as query parameters. At most 2000 characters. */
  error_redirect_url?: string | null;
  /** Whether a rejected delivery is answered with its error or with 202. */
  rejected_answer?: "error" | "accepted";
  /** The member whom new leads of the source are assigned to, while active. */
  default_assignee_id?: string | null;
  /** Whether it works. */
  enabled?: boolean;
  /** The rate limit of each key. 1 to 60000. */
  requests_per_minute?: number;
};

export type UpdateSourceInput = {
  path: {
    /** The id of the source, a UUID. */
    id: string;
  };
  body?: UpdateSourceBody;
  headers?: {
    /** The version to change, in quotes: `"3"`; also a list of them, or `*`. */
    "If-Match"?: string;
  };
};

export type RotateSourceKeyBody = {
  /** How long the previous key goes on working. 0 to 168. Default: `24`. */
  old_key_valid_hours?: number;
};

export type RotateSourceKeyInput = {
  path: {
    /** The id of the source, a UUID. */
    id: string;
  };
  body?: RotateSourceKeyBody;
  headers?: {
    /** The version to change, in quotes: `"3"`; also a list of them, or `*`. */
    "If-Match"?: string;
  };
};

export type RotateSourceKeyResult = Source & {
  /** The secret of the source's key, which only this response shows. */
  ingestion_key: string;
};

export type PreviewInboundDeliveryBody = {
  /** The JSON that a sender would post. */
  payload?: unknown;
  /** The delivery, by its id. */
  delivery_id?: string;
  /** Where each field of a lead is in what the sender posts, by `first_name`, `last_name`, `full_name`, `email`, `phone`, `external_id` or `data.<key>` of a field that the firm defines. */
  mapping?: Record<string, string | string[] | {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path?: string;
    /** Paths of which the first with a value counts. At most 10 entries. */
    paths?: string[];
    /** Always this value. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    value?: string | number | boolean;
    /** The value of a new lead when nothing is found at the paths: one that the field can have. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    fallback?: string | number | boolean;
  }>;
  /** Paths of texts that hold JSON themselves. At most 20 entries. */
  json_fields?: string[];
  /** Whether a delivery with a value that does not fit its field of `data` is rejected, or goes without that value. */
  invalid_data?: "reject" | "omit";
  /** Conditions that must all hold for a delivery to become a lead; otherwise it is `ignored`. At most 10 entries. */
  accept_when?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** Holds when the value at the path is this one. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    equals?: string | number | boolean;
    /** Holds when the value at the path is one of these. At most 50 entries. */
    in?: (string | number | boolean)[];
    /** Holds when the value at the path is not blank (`true`), or is (`false`). */
    present?: boolean;
  }[];
  /** Conditions that must all hold for a delivery to be a test, which becomes no lead. At most 10 entries. */
  test_when?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** Holds when the value at the path is this one. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    equals?: string | number | boolean;
    /** Holds when the value at the path is one of these. At most 50 entries. */
    in?: (string | number | boolean)[];
    /** Holds when the value at the path is not blank (`true`), or is (`false`). */
    present?: boolean;
  }[];
};

export type PreviewInboundDeliveryInput = {
  path: {
    /** The id of the source, a UUID. */
    id: string;
  };
  body: PreviewInboundDeliveryBody;
};

export type ListInboundDeliveriesQuery = {
  /** Entries of a page, 1 to 200; anything else counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
  /** What became of it. */
  outcome?: string;
};

export type ListInboundDeliveriesInput = {
  path: {
    /** The id of the source, a UUID. */
    id: string;
  };
  query?: ListInboundDeliveriesQuery;
};

export type ListInboundDeliveriesResult = {
  /** The entries of the page. */
  data: InboundDelivery[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type ReplayInboundDeliveryInput = {
  path: {
    /** The id of the source, a UUID. */
    id: string;
    /** The id of the delivery, a UUID. */
    deliveryId: string;
  };
};

export type ReplayInboundDeliveriesQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
};

export type ReplayInboundDeliveriesBody = {
  /** The first instant, with its zone. */
  since: string;
  /** The last instant (exclusive), with its zone; not before `since`. */
  until?: string;
  /** What the deliveries to replay have become. Default: `"rejected"`. */
  outcome?: "rejected" | "ignored";
  /** The `next_cursor` of the page before. */
  cursor?: string;
};

export type ReplayInboundDeliveriesInput = {
  path: {
    /** The id of the source, a UUID. */
    id: string;
  };
  query?: ReplayInboundDeliveriesQuery;
  body: ReplayInboundDeliveriesBody;
};

export type ReplayInboundDeliveriesResult = {
  /** The entries of the page. */
  data: {
    /** The delivery, by its id. */
    delivery_id: string;
    /** What the deliveries to replay have become. */
    outcome: "created" | "updated" | "duplicate" | "ignored" | "test" | "rejected";
    /** The lead of the delivery; null when there is none. */
    leadId: string | null;
    /** Whether the service could not process the delivery, which stays as it was, with the outcome that it had. */
    failed: boolean;
  }[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type CreateKeyBody = {
  /** A name for people. At most 200 characters. */
  name: string;
  /** What the key may do. At most 100 entries. */
  scopes: ("leads:read" | "leads:write" | "consultations:read" | "consultations:write" | "events:read" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[];
  /** The rate limit of each key. 1 to 60000. Default: `1200`. */
  requests_per_minute?: number;
};

export type CreateKeyInput = {
  body: CreateKeyBody;
};

export type CreateKeyResult = ApiKey & {
  /** The secret of the key, which only this response shows. */
  key: string;
};

export type ListKeysQuery = {
  /** Entries of a page, 1 to 200; anything else counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
};

export type ListKeysInput = {
  query?: ListKeysQuery;
};

export type ListKeysResult = {
  /** The entries of the page. */
  data: ApiKey[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type UpdateKeyBody = {
  /** A name for people. At most 200 characters. */
  name?: string;
  /** What the key may do. At most 100 entries. */
  scopes?: ("leads:read" | "leads:write" | "consultations:read" | "consultations:write" | "events:read" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write")[];
  /** Whether it works. */
  enabled?: boolean;
  /** The rate limit of each key. 1 to 60000. */
  requests_per_minute?: number;
};

export type UpdateKeyInput = {
  path: {
    /** The id of the key, a UUID. */
    id: string;
  };
  body?: UpdateKeyBody;
  headers?: {
    /** The version to change, in quotes: `"3"`; also a list of them, or `*`. */
    "If-Match"?: string;
  };
};

export type DeleteKeyInput = {
  path: {
    /** The id of the key, a UUID. */
    id: string;
  };
  headers?: {
    /** The version to change, in quotes: `"3"`; also a list of them, or `*`. */
    "If-Match"?: string;
  };
};

export type ListEventsQuery = {
  /** Entries of a page, 1 to 200; anything else counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
  /** Only events of this type. */
  type?: string;
  /** Only events of this lead or consultation, by id. */
  record?: string;
  /** Only events that this API key or source caused, by its id. */
  actor?: string;
  /** The `latest` of an earlier response: lists what came after it, oldest first. */
  after?: string;
};

export type ListEventsInput = {
  query?: ListEventsQuery;
};

export type ListEventsResult = {
  /** The entries of the page. */
  data: Event[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
  /** The position in the log that the next request's `after` continues from. */
  latest: string;
};

export type GetEventInput = {
  path: {
    /** The id of the event, a UUID. */
    id: string;
  };
};

export type CreateWebhookBody = {
  /** The address that requests go to: a public one, without a user name. At most 2000 characters. */
  url: string;
  /** The event types that the endpoint receives; `*` for all, future ones too. At most 100 entries. */
  events: ("*" | "lead.created" | "lead.archived" | "lead.merged" | "lead.status_changed" | "lead.assigned" | "lead.updated" | "lead.duplicate_found" | "consultation.booked" | "consultation.rescheduled" | "consultation.canceled" | "consultation.completed" | "consultation.no_show" | "consultation.updated" | "consultation.archived" | "consultation.reminder_due")[];
  /** A note for people. At most 500 characters. Default: `""`. */
  description?: string;
  /** Headers of the firm's own for each request, none that the service sets; responses mask the values. Default: `{}`. */
  headers?: Record<string, string>;
  /** Whether it works. Default: `true`. */
  enabled?: boolean;
};

export type CreateWebhookInput = {
  body: CreateWebhookBody;
};

export type CreateWebhookResult = Webhook & {
  /** The secret that signs requests; only this response shows it. */
  secret: string;
};

export type ListWebhooksQuery = {
  /** Entries of a page, 1 to 200; anything else counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
};

export type ListWebhooksInput = {
  query?: ListWebhooksQuery;
};

export type ListWebhooksResult = {
  /** The entries of the page. */
  data: Webhook[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type GetWebhookInput = {
  path: {
    /** The id of the webhook, a UUID. */
    id: string;
  };
};

export type UpdateWebhookBody = {
  /** The address that requests go to: a public one, without a user name. At most 2000 characters. */
  url?: string;
  /** The event types that the endpoint receives; `*` for all, future ones too. At most 100 entries. */
  events?: ("*" | "lead.created" | "lead.archived" | "lead.merged" | "lead.status_changed" | "lead.assigned" | "lead.updated" | "lead.duplicate_found" | "consultation.booked" | "consultation.rescheduled" | "consultation.canceled" | "consultation.completed" | "consultation.no_show" | "consultation.updated" | "consultation.archived" | "consultation.reminder_due")[];
  /** A note for people. At most 500 characters. */
  description?: string;
  /** Headers of the firm's own for each request, none that the service sets; responses mask the values. */
  headers?: Record<string, string>;
  /** Whether it works. */
  enabled?: boolean;
};

export type UpdateWebhookInput = {
  path: {
    /** The id of the webhook, a UUID. */
    id: string;
  };
  body?: UpdateWebhookBody;
  headers?: {
    /** The version to change, in quotes: `"3"`; also a list of them, or `*`. */
    "If-Match"?: string;
  };
};

export type DeleteWebhookInput = {
  path: {
    /** The id of the webhook, a UUID. */
    id: string;
  };
  headers?: {
    /** The version to change, in quotes: `"3"`; also a list of them, or `*`. */
    "If-Match"?: string;
  };
};

export type RotateWebhookSecretInput = {
  path: {
    /** The id of the webhook, a UUID. */
    id: string;
  };
};

export type RotateWebhookSecretResult = Webhook & {
  /** The secret that signs requests; only this response shows it. */
  secret: string;
};

export type SendTestEventBody = {
  /** The type of event to send an example of; without it, `webhook.test` is sent. */
  type?: "lead.created" | "lead.archived" | "lead.merged" | "lead.status_changed" | "lead.assigned" | "lead.updated" | "lead.duplicate_found" | "consultation.booked" | "consultation.rescheduled" | "consultation.canceled" | "consultation.completed" | "consultation.no_show" | "consultation.updated" | "consultation.archived" | "consultation.reminder_due";
};

export type SendTestEventInput = {
  path: {
    /** The id of the webhook, a UUID. */
    id: string;
  };
  body?: SendTestEventBody;
};

export type ListWebhookDeliveriesQuery = {
  /** Entries of a page, 1 to 200; anything else counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
};

export type ListWebhookDeliveriesInput = {
  path: {
    /** The id of the webhook, a UUID. */
    id: string;
  };
  query?: ListWebhookDeliveriesQuery;
};

export type ListWebhookDeliveriesResult = {
  /** The entries of the page. */
  data: WebhookDelivery[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type RedeliverWebhookInput = {
  path: {
    /** The id of the webhook, a UUID. */
    id: string;
    /** The id of the delivery, a UUID. */
    deliveryId: string;
  };
};

export type RecoverDeliveriesQuery = {
  /** The `next_cursor` of the page before. */
  cursor?: string;
};

export type RecoverDeliveriesBody = {
  /** The first instant, with its zone. */
  since: string;
  /** The last instant (exclusive), with its zone; not before `since`. */
  until?: string;
  /** The states of the deliveries to send again. At most 100 entries. */
  states?: ("failed" | "skipped")[];
  /** Also sends events of which there is no delivery. Default: `false`. */
  missing?: boolean;
};

export type RecoverDeliveriesInput = {
  path: {
    /** The id of the webhook, a UUID. */
    id: string;
  };
  query?: RecoverDeliveriesQuery;
  body: RecoverDeliveriesBody;
};

export type RecoverDeliveriesResult = {
  /** The entries of the page. */
  data: WebhookDelivery[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

/** One method for each operation of the API, by its `operationId`. */
export interface Operations {
  /**
   * Create a lead in the firm's first open stage.
   *
   * Creates a lead from your own program. The lead starts in the first stage of the firm that is not terminal; without such a stage the
   * answer is 409 `no_open_stage`. A lead needs an email address or a phone number, and its assignee must be an active member. Values of
   * `data` under keys that the firm does not define are dropped; a value that does not fit its field is 422.
   *
   * Emits `lead.created`. Send an `Idempotency-Key`, so that a request whose answer was lost can be repeated: the repeat answers 201 with
   * the same lead and creates nothing.
   *
   * Needs the scope `leads:write`.
   *
   * `POST /api/leads`
   */
  createLead(input: CreateLeadInput, options?: RequestOptions): Promise<Lead>;

  /**
   * List leads, newest first.
   *
   * Lists the firm's leads by creation, newest first, a page at a time: active ones, or archived ones with `archived=true`. `q` finds leads
   * whose name, email address and phone number together contain every word of it. A filter that can match nothing gives an empty page. Under a
   * rare filter a page may hold fewer leads than `limit`, so continue until `next_cursor` is null.
   *
   * Needs the scope `leads:read`.
   *
   * `GET /api/leads`
   */
  readonly listLeads: {
    (input?: ListLeadsInput, options?: RequestOptions): Promise<ListLeadsResult>;
    /** This page and all that follow. */
    pages(input?: ListLeadsInput, options?: RequestOptions): AsyncGenerator<ListLeadsResult, void>;
    /** The entries of this page and of all that follow. */
    items(input?: ListLeadsInput, options?: RequestOptions): AsyncGenerator<Lead, void>;
  };

  /**
   * Get a lead, archived or not.
   *
   * Returns one lead, archived or not. A lead of another firm is 404 `not_found`, like one that never existed.
   *
   * Needs the scope `leads:read`.
   *
   * `GET /api/leads/{id}`
   */
  getLead(input: GetLeadInput, options?: RequestOptions): Promise<Lead>;

  /**
   * Change a lead's fields, stage, assignee or data.
   *
   * Changes the fields that the body names, and only those. `status` moves the lead to any of the firm's stages, `assignee_id` assigns it to
   * an active member or to nobody (null), and `data` is merged into the stored data, where null removes a value. The email address or the phone
   * number can be cleared while the other one remains.
   *
   * Emits an event for each kind of change: `lead.status_changed`, `lead.assigned`, and `lead.updated` for everything else. A body that
   * changes nothing returns the lead and emits nothing.
   *
   * Needs the scope `leads:write`.
   *
   * `PATCH /api/leads/{id}`
   */
  updateLead(input: UpdateLeadInput, options?: RequestOptions): Promise<Lead>;

  /**
   * Hide a lead from the active pipeline.
   *
   * Hides a lead from the active pipeline, whatever its stage. Nothing is deleted: the lead keeps its stage, data and consultations, can still be
   * read and changed, and is listed with `archived=true`. Emits `lead.archived`. Archiving an archived lead returns it and emits nothing, so
   * the request can be repeated.
   *
   * Needs the scope `leads:write`.
   *
   * `POST /api/leads/{id}/archive`
   */
  archiveLead(input: ArchiveLeadInput, options?: RequestOptions): Promise<Lead>;

  /**
   * Restore an archived lead.
   *
   * Brings an archived lead back into the active pipeline, in the stage that it has. Emits `lead.updated`. A lead that is not archived is
   * returned as it is, and nothing is emitted.
   *
   * Needs the scope `leads:write`.
   *
   * `POST /api/leads/{id}/unarchive`
   */
  unarchiveLead(input: UnarchiveLeadInput, options?: RequestOptions): Promise<Lead>;

  /**
   * Find leads by email address or phone number.
   *
   * Finds who calls or writes: the leads with an email address or a phone number, or with either of them when both are sent, newest first, a
   * page at a time. Archived leads are found too, and so are merged ones, which show `merged_into`. Both are read as when a lead is created:
   * an address in any case, a number as anybody writes it, without a country code in the firm's `default_country`. Write a `+`,
   * of a number or an address, as `%2B`.
   *
   * Needs the scope `leads:read`.
   *
   * `GET /api/leads/lookup`
   */
  readonly lookUpLeads: {
    (input?: LookUpLeadsInput, options?: RequestOptions): Promise<LookUpLeadsResult>;
    /** This page and all that follow. */
    pages(input?: LookUpLeadsInput, options?: RequestOptions): AsyncGenerator<LookUpLeadsResult, void>;
    /** The entries of this page and of all that follow. */
    items(input?: LookUpLeadsInput, options?: RequestOptions): AsyncGenerator<Lead, void>;
  };

  /**
   * List other leads with the same email address or phone number.
   *
   * Lists the newest 20 other leads with the email address or phone number of this one, archived ones too, but none that was merged or erased.
   * `matches` says what both have. They need not be the same person: families share telephones.
   *
   * Needs the scope `leads:read`.
   *
   * `GET /api/leads/{id}/duplicates`
   */
  listDuplicates(input: ListDuplicatesInput, options?: RequestOptions): Promise<ListDuplicatesResult>;

  /**
   * Merge another lead of the same person into a lead.
   *
   * Makes two leads of the same person one, in one write: the lead in the path remains, the lead `from` is merged into it. What the
   * remaining lead lacks of email address, phone number, assignee and `data` is filled from the other one; everything else stays, archived
   * or not. The other's consultations become this lead's, at most 40. The other lead is archived and shows `merged_into`. It can still be read;
   * every change of it and every booking for it is 409 `lead_merged`, whose `details` name the lead that remains as
   * `merged_into`. What lead sources deliver for the other lead from now on comes to the remaining one.
   *
   * A merge cannot be undone. `from` is 422 when the firm has no such lead or has erased it, when it is the same lead or was merged into another
   * one, when it has more than 40 consultations, and when more than 50 leads would be one. Merging the same lead again returns the remaining lead and
   * emits nothing, so the request can be repeated.
   *
   * Emits `lead.merged` with the remaining lead in `data`, what was filled in `previous`, and the other lead's id in `merged_from`;
   * `lead.archived` for the other lead unless it was archived before; and `consultation.updated` for each consultation, with its former
   * `lead_id` in `previous`.
   *
   * Needs the scope `leads:write`.
   *
   * `POST /api/leads/{id}/merge`
   */
  mergeLead(input: MergeLeadInput, options?: RequestOptions): Promise<Lead>;

  /**
   * Create a link by which the client books or manages a consultation; its address is shown only once.
   *
   * Creates a link by which the lead, without an account, books a consultation of a `type` and manages it afterwards; or, with
   * `consultation_id`, manages one that is booked. `attorney_id` names with whom it books; without it, any attorney in the type's pool.
   * `url` is in this answer alone: send it to the client now, by your own sender. What follows its `#` is a key, `itl_…`, which browsers
   * send to nobody.
   *
   * The link can book for `expires_in_hours`, by default a week. Once it has a consultation, it works until 30 days after that one's end, whoever
   * moves it; `expires_in_hours` then counts no more. It makes at most one consultation. Answers 422 `self_service_not_allowed` unless the firm
   * has enabled `self_service`; 422 also for a lead that was merged or erased, and for a consultation that is final or ended 30 days ago. Emits
   * nothing.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/leads/{id}/links`
   */
  createLink(input: CreateLinkInput, options?: RequestOptions): Promise<CreateLinkResult>;

  /**
   * List the links of a lead that have not expired, newest first.
   *
   * Lists the links of a lead that have not expired, newest first, without their addresses: those of the leads that were merged into it too. A
   * link that was made or revoked in the last second may be missing or still there.
   *
   * Needs the scope `consultations:read`.
   *
   * `GET /api/leads/{id}/links`
   */
  readonly listLinks: {
    (input: ListLinksInput, options?: RequestOptions): Promise<ListLinksResult>;
    /** This page and all that follow. */
    pages(input: ListLinksInput, options?: RequestOptions): AsyncGenerator<ListLinksResult, void>;
    /** The entries of this page and of all that follow. */
    items(input: ListLinksInput, options?: RequestOptions): AsyncGenerator<Link, void>;
  };

  /**
   * Revoke a link; what was booked by it stays.
   *
   * Revokes a link, within 10 seconds everywhere: whoever opens it gets 401 `invalid_key`. A consultation that was booked by it stays. An unknown,
   * expired or revoked link is 404 `not_found`.
   *
   * Needs the scope `consultations:write`.
   *
   * `DELETE /api/leads/{id}/links/{linkId}`
   */
  deleteLink(input: DeleteLinkInput, options?: RequestOptions): Promise<void>;

  /**
   * Book a consultation for a lead with an attorney.
   *
   * Books a slot of an attorney for a lead. The slot must be within the attorney's office hours (`outside_office_hours`), outside time off and
   * holidays (`attorney_unavailable`), allowed by the booking rules (`booking_not_allowed`) and free (`slot_unavailable`), judged in this
   * order. Each of these errors carries `next_available`: up to three later starts at which the same booking would be accepted now, so a
   * program can offer them at once. Two requests for one slot never both succeed.
   *
   * When `type` is the key of one of the firm's `consultation_types`, it gives the duration, the amount and the location that the body leaves
   * out; the firm's `location` is that of every other booking. A `location` of null or blank means none. The amount is in the currency that the
   * firm has now, and keeps it. The body may leave out `attorney_id` too: then any attorney in the type's pool takes it, the one with
   * the fewest consultations on that day, and it succeeds as long as one of them is free.
   *
   * With `hold_id` the booking takes over a slot that was held before; attorney, start and duration must be the
   * hold's, and an attorney that is left out is the hold's. A hold that has expired counts for nothing: the booking then succeeds if the slot is free. `ignore_booking_rules` leaves out the
   * booking rules, for what staff enters afterwards, but never office hours, time off or overlaps.
   *
   * Emits `consultation.booked`. Send an `Idempotency-Key`: a repeat answers 201 with the same consultation, also when the slot would no
   * longer be accepted. A lead or an attorney that is not the firm's, or an attorney who cannot be booked, is 422.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/consultations`
   */
  bookConsultation(input: BookConsultationInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * List consultations, newest first.
   *
   * Lists the firm's consultations by creation, newest first, a page at a time: those that are not archived, or archived ones with
   * `archived=true`. Filter by attorney, lead and status, or by a range of `start_at` with `from` and `to`. For one attorney's days in the
   * order of time, use the calendar.
   *
   * Needs the scope `consultations:read`.
   *
   * `GET /api/consultations`
   */
  readonly listConsultations: {
    (input?: ListConsultationsInput, options?: RequestOptions): Promise<ListConsultationsResult>;
    /** This page and all that follow. */
    pages(input?: ListConsultationsInput, options?: RequestOptions): AsyncGenerator<ListConsultationsResult, void>;
    /** The entries of this page and of all that follow. */
    items(input?: ListConsultationsInput, options?: RequestOptions): AsyncGenerator<Consultation, void>;
  };

  /**
   * Get a consultation.
   *
   * Returns one consultation, whatever its status, archived or not. After a cancellation whose answer was lost, this shows whether it took place.
   *
   * Needs the scope `consultations:read`.
   *
   * `GET /api/consultations/{id}`
   */
  getConsultation(input: GetConsultationInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * Reschedule or cancel a consultation, or change its location.
   *
   * Changes or cancels; one request does one of the two. Any of `start_at`, `duration_min`, `attorney_id` and `time_zone` reschedules:
   * the new slot is judged as in a booking, with the same four errors and `next_available`, the old one becomes free in the same write, and
   * the status is `rescheduled`. What is left out stays. If nothing differs from the stored values, the consultation is returned as it is.
   * `hold_id` takes over a held slot, and `ignore_booking_rules` leaves out the booking rules.
   *
   * `location` alone changes where the consultation takes place: status and slot stay, nothing is judged, and `consultation.updated` is emitted.
   * With a new slot it changes in the same write and the same event; null or blank removes it.
   *
   * `"status": "canceled"` cancels, and the slot is free again. Emits `consultation.rescheduled` or `consultation.canceled`.
   *
   * A canceled, completed or missed consultation is final: any PATCH of it is 404 `not_found`, also a second cancellation.
   *
   * Needs the scope `consultations:write`.
   *
   * `PATCH /api/consultations/{id}`
   */
  updateConsultation(input: UpdateConsultationInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * Get a consultation as a calendar file.
   *
   * Returns the consultation as an iCalendar file (RFC 5545) with one event, which calendars import: its type, the lead's name and the firm
   * as title, its location, start and end in UTC. The event's `UID` is the consultation's id and its `SEQUENCE` grows with each change, so a file that is
   * imported later updates the event. A canceled consultation is `STATUS:CANCELLED`. Errors are JSON as everywhere.
   *
   * Needs the scope `consultations:read`.
   *
   * `GET /api/consultations/{id}/calendar.ics`
   */
  getCalendarFile(input: GetCalendarFileInput, options?: RequestOptions): Promise<GetCalendarFileResult>;

  /**
   * Record that a consultation took place, and its outcome.
   *
   * Records that the meeting took place, with an `outcome` and firm-defined `data` if there are any. The status becomes `completed`, which
   * is final; the slot stays taken. Emits `consultation.completed`. A consultation that is final already is 404 `not_found`.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/consultations/{id}/complete`
   */
  completeConsultation(input: CompleteConsultationInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * Record that the lead did not attend; the slot becomes free.
   *
   * Records that the lead did not come. The status becomes `no-show`, which is final, and the slot is free again. Emits
   * `consultation.no_show`. A consultation that is final already is 404 `not_found`.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/consultations/{id}/no-show`
   */
  markNoShow(input: MarkNoShowInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * Set whether a consultation is paid, and the amount; also when it is final.
   *
   * Sets whether a consultation is paid, its amount, or both; the body needs at least one. It works in every status, since people pay after a
   * meeting too. A new amount is in the currency that the firm has now; the same amount again keeps the currency that it has. Emits `consultation.updated`, and nothing when nothing changes.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/consultations/{id}/payment`
   */
  recordPayment(input: RecordPaymentInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * Hide a consultation from the list; it keeps its slot.
   *
   * Hides a consultation from the list; `archived=true` lists it. That is independent of its status: it keeps its slot, and can still be
   * rescheduled, canceled, completed and paid. Emits `consultation.archived`. Repeated, it returns the consultation and emits nothing.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/consultations/{id}/archive`
   */
  archiveConsultation(input: ArchiveConsultationInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * Restore an archived consultation.
   *
   * Shows an archived consultation in the list again; nothing else changes. Emits `consultation.updated`. One that is not archived is returned
   * as it is, and nothing is emitted.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/consultations/{id}/unarchive`
   */
  unarchiveConsultation(input: UnarchiveConsultationInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * Keep a slot free for a booking that follows.
   *
   * Keeps a slot from everybody else for 30 to 900 seconds (600 by default), while a client decides or pays. The slot is judged as in a booking:
   * the same four errors with `next_available`, booking rules included. A live hold counts like a consultation, for overlaps, the buffer
   * and `max_per_day`; an attorney has at most 20, and one more is 422 `booking_not_allowed`. With the key of a consultation type, duration and
   * attorney may be left out, as in a booking.
   *
   * Then book or reschedule with its id as
   * `hold_id`. A hold that is not used ends by itself. It emits no event. Send an `Idempotency-Key`, so that a repeat returns the same hold.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/holds`
   */
  createHold(input: CreateHoldInput, options?: RequestOptions): Promise<Hold>;

  /**
   * Give a held slot back.
   *
   * Gives a held slot back before it expires, for example when the client leaves. A hold that has expired, was deleted or has become a
   * consultation is 404 `not_found`; its slot needs nothing more.
   *
   * Needs the scope `consultations:write`.
   *
   * `DELETE /api/holds/{id}`
   */
  deleteHold(input: DeleteHoldInput, options?: RequestOptions): Promise<void>;

  /**
   * List the active members who can be booked for consultations.
   *
   * Lists the members with whom consultations can be booked: active and schedulable ones, newest first. An attorney without office hours
   * (`has_office_hours`) has no free slot. Unlike the list of members it needs no scope for settings, and shows nobody's time off.
   *
   * Needs the scope `consultations:read`.
   *
   * `GET /api/attorneys`
   */
  readonly listAttorneys: {
    (input?: ListAttorneysInput, options?: RequestOptions): Promise<ListAttorneysResult>;
    /** This page and all that follow. */
    pages(input?: ListAttorneysInput, options?: RequestOptions): AsyncGenerator<ListAttorneysResult, void>;
    /** The entries of this page and of all that follow. */
    items(input?: ListAttorneysInput, options?: RequestOptions): AsyncGenerator<Attorney, void>;
  };

  /**
   * List the free start times of any attorney of a pool.
   *
   * Lists when any attorney of a pool is free: the pool of the `type`, or the `attorneys` that the request names, or everybody who can be
   * booked, the first 20 by creation. Each start comes with the attorneys of whom a booking of that duration would be accepted next; with the
   * key of a type, a booking may leave the attorney out. The rules and `step_min` are those of one attorney's
   * availability. A range that holds more than one response can carry is 422 naming `to`.
   *
   * Needs the scope `consultations:read`.
   *
   * `GET /api/availability`
   */
  findAvailability(input: FindAvailabilityInput, options?: RequestOptions): Promise<FindAvailabilityResult>;

  /**
   * List an attorney's free start times.
   *
   * Lists the start instants in a range of at most 31 days at which a consultation of `duration_min` minutes would be accepted now, by the very
   * rule that judges a booking: office hours, time off, holidays, booking rules, consultations and holds. `step_min` sets how far apart the
   * starts are (15 minutes by default), counted on the attorney's clock from the start of each window of office hours. A free interval's
   * beginning is a start too: the end of closed hours, of time off, or of a consultation or hold with its buffer, so that no gap is too narrow
   * for the step. Two ranges list the same starts where they overlap. Starts that have passed are left out. Each is free when it is listed; a booking decides, so be ready for
   * `slot_unavailable`, or hold the slot first. A member who cannot be booked is 404.
   *
   * Needs the scope `consultations:read`.
   *
   * `GET /api/attorneys/{id}/availability`
   */
  getAvailability(input: GetAvailabilityInput, options?: RequestOptions): Promise<GetAvailabilityResult>;

  /**
   * Show an attorney's consultations, holds, time off and holidays in a range of time.
   *
   * Shows what takes an attorney's time in a range of at most 31 days: consultations that are live or completed, archived ones too, and live
   * holds, both by start; time off as stored, and the firm's holidays. It works for any member, since one who can no longer be booked may still
   * have consultations. A range that holds more than one response can carry is 422 naming `to`: ask for a shorter one.
   *
   * Needs the scope `consultations:read`.
   *
   * `GET /api/attorneys/{id}/calendar`
   */
  getCalendar(input: GetCalendarInput, options?: RequestOptions): Promise<GetCalendarResult>;

  /**
   * Get what a client's link is for, and what it allows now.
   *
   * Shows a client what the link is for: the firm, the kind of consultation, its attorney, location and price and, once it is booked, when it takes
   * place; and what the link allows now. Nothing else of the firm is in it. Send the link's own key, `itl_…`, as a Bearer key; no API key is accepted here, and
   * the link's nowhere else. An unknown, expired or revoked one is 401 `invalid_key`.
   *
   * Needs the key of a client's link.
   *
   * `GET /api/link`
   */
  getLink(input?: Record<string, never>, options?: RequestOptions): Promise<LinkState>;

  /**
   * List the start times at which a client's link can book or move its consultation.
   *
   * Lists the starts in a range, at most 31 days, that a booking by the link would accept now, or a move of its consultation, whose own slot
   * does not block it. Empty while the link may do neither. Call it when a day is shown, since others book meanwhile.
   *
   * Needs the key of a client's link.
   *
   * `GET /api/link/availability`
   */
  getLinkAvailability(input: GetLinkAvailabilityInput, options?: RequestOptions): Promise<GetLinkAvailabilityResult>;

  /**
   * Book the consultation of a client's link.
   *
   * Books the consultation that the link is for, by the rules of every booking, with the same errors and `next_available`. A link books once,
   * however often it is used at the same time. The same start again answers 201 with the same consultation and `Idempotent-Replayed: true`; another
   * start, or one that has passed, is 422 `self_service_not_allowed`, as everything is while the firm has not enabled `self_service`. Emits
   * `consultation.booked` with the link as its actor.
   *
   * Needs the key of a client's link.
   *
   * `POST /api/link/consultation`
   */
  bookByLink(input: BookByLinkInput, options?: RequestOptions): Promise<ClientConsultation>;

  /**
   * Move or cancel the consultation of a client's link.
   *
   * Moves the link's consultation to another start, with the same attorney, duration and errors as a booking, or cancels it with
   * `"status": "canceled"`. The firm's `self_service` limits how late and how often: beyond that it is 422 `self_service_not_allowed`, whose
   * `details` name the rule. The same start again changes nothing and does not count. A consultation that is final, or a link that has booked
   * none, is 404 `not_found`. Emits `consultation.rescheduled` or `consultation.canceled` with the link as its actor.
   *
   * Needs the key of a client's link.
   *
   * `PATCH /api/link/consultation`
   */
  updateByLink(input: UpdateByLinkInput, options?: RequestOptions): Promise<ClientConsultation>;

  /**
   * Get the consultation of a client's link as a calendar file.
   *
   * Returns the link's consultation as an iCalendar file (RFC 5545) for the client's calendar: the type, the attorney's name and the firm as title,
   * start and end in UTC, the location, and no price or contact. The same `UID` with a higher `SEQUENCE` updates the event after a change; a canceled
   * consultation is `STATUS:CANCELLED`. A link that has booked none is 404 `not_found`. Errors are JSON as everywhere.
   *
   * Needs the key of a client's link.
   *
   * `GET /api/link/calendar.ics`
   */
  getLinkCalendarFile(input?: Record<string, never>, options?: RequestOptions): Promise<GetLinkCalendarFileResult>;

  /**
   * Get the firm's settings.
   *
   * Returns the firm's settings: stages, fields for `data`, consultation types, booking rules, reminders, holidays, time zone, country and the phone number for clients. A program that shows forms
   * for leads takes their fields and options from here.
   *
   * Needs the scope `settings:read`.
   *
   * `GET /api/firm`
   */
  getFirm(input?: Record<string, never>, options?: RequestOptions): Promise<Firm>;

  /**
   * Change the firm's settings; a list in the body replaces the stored one.
   *
   * Changes the settings that the body names; a list replaces the stored one, and `booking_rules` change rule by rule. A change is in force
   * everywhere within 5 seconds. Stored leads and consultations stay as they are: a value whose field was removed remains until it is set to null,
   * and a booked slot stays booked under new rules, with the reminders that it had. Settings emit no events.
   *
   * A stage that leads are in cannot be removed (422). A lead that comes to a removed stage at the same moment is moved to the first open stage
   * within two minutes, as a change by the system. With `If-Match`, a version that is no longer current is 409 `version_conflict`.
   *
   * Needs the scope `settings:write`.
   *
   * `PATCH /api/firm`
   */
  updateFirm(input?: UpdateFirmInput, options?: RequestOptions): Promise<Firm>;

  /**
   * Add a member; the time zone defaults to the firm's.
   *
   * Adds a person of the firm. Leads can be assigned to any active member; consultations can be booked with those who are also `schedulable`
   * and have office hours. Office hours are weekly windows in the member's own time zone, exact when the clock changes; windows that overlap,
   * or end before they start, are 422.
   *
   * Needs the scope `settings:write`.
   *
   * `POST /api/members`
   */
  createMember(input: CreateMemberInput, options?: RequestOptions): Promise<Member>;

  /**
   * List the firm's members, newest first.
   *
   * Lists all members of the firm, newest first, inactive ones too, with office hours, time off and booking rules. To show whom a client can
   * book, list the attorneys instead, which needs no scope for settings.
   *
   * Needs the scope `settings:read`.
   *
   * `GET /api/members`
   */
  readonly listMembers: {
    (input?: ListMembersInput, options?: RequestOptions): Promise<ListMembersResult>;
    /** This page and all that follow. */
    pages(input?: ListMembersInput, options?: RequestOptions): AsyncGenerator<ListMembersResult, void>;
    /** The entries of this page and of all that follow. */
    items(input?: ListMembersInput, options?: RequestOptions): AsyncGenerator<Member, void>;
  };

  /**
   * Get a member with office hours and time off.
   *
   * Returns one member with office hours, time off, booking rules and the `version` for a conditional PATCH.
   *
   * Needs the scope `settings:read`.
   *
   * `GET /api/members/{id}`
   */
  getMember(input: GetMemberInput, options?: RequestOptions): Promise<Member>;

  /**
   * Change a member; a list in the body replaces the stored one.
   *
   * Changes the fields that the body names; a list, such as `time_off`, replaces the stored one, and `booking_rules` change rule by rule.
   * Consultations that are booked already stay, also within new time off; no later booking is made there, and none that races this
   * request. Setting `active` to false keeps the member's leads and consultations, and allows no new ones. With `If-Match`, a version that is
   * no longer current is 409 `version_conflict`: two people who edit the same calendar do not overwrite each other.
   *
   * Needs the scope `settings:write`.
   *
   * `PATCH /api/members/{id}`
   */
  updateMember(input: UpdateMemberInput, options?: RequestOptions): Promise<Member>;

  /**
   * Add a lead source; its ingestion key is shown only once.
   *
   * Adds a place where leads come in from, such as a form or another service, with an ingestion key of its own. The key (`ingestion_key`,
   * `its_…`) is in this answer alone; it works for `POST /api/leads` and nothing else. `mapping` says where the lead's fields are in what the
   * sender posts, unless they have their usual names, conditions leave out what is to become no lead, and `signature` and `body_secret` ask for proof of origin.
   *
   * The examples are recipes for well-known senders. `key` becomes the `source` of every lead and can never be
   * changed; one that the firm has already is 422.
   *
   * Needs the scope `settings:write`.
   *
   * `POST /api/sources`
   */
  createSource(input: CreateSourceInput, options?: RequestOptions): Promise<CreateSourceResult>;

  /**
   * List the firm's lead sources, newest first.
   *
   * Lists the firm's lead sources, newest first, with their settings; secrets are masked. Ingestion keys are never shown again, only their last
   * four characters.
   *
   * Needs the scope `settings:read`.
   *
   * `GET /api/sources`
   */
  readonly listSources: {
    (input?: ListSourcesInput, options?: RequestOptions): Promise<ListSourcesResult>;
    /** This page and all that follow. */
    pages(input?: ListSourcesInput, options?: RequestOptions): AsyncGenerator<ListSourcesResult, void>;
    /** The entries of this page and of all that follow. */
    items(input?: ListSourcesInput, options?: RequestOptions): AsyncGenerator<Source, void>;
  };

  /**
   * Get a lead source with its mapping.
   *
   * Returns one lead source with its mapping, its conditions and the `version` for a conditional PATCH. Secrets are masked.
   *
   * Needs the scope `settings:read`.
   *
   * `GET /api/sources/{id}`
   */
  getSource(input: GetSourceInput, options?: RequestOptions): Promise<Source>;

  /**
   * Change a lead source; a mapping in the body replaces the stored one.
   *
   * Changes the fields that the body names; `mapping` and lists replace the stored ones. Later deliveries follow the change within 5 seconds,
   * and stored ones can be replayed through it. With `enabled` false its keys are 403 `key_disabled`. A masked secret that is sent back keeps
   * the stored one. With `If-Match`, a version that is no longer current is 409 `version_conflict`.
   *
   * Needs the scope `settings:write`.
   *
   * `PATCH /api/sources/{id}`
   */
  updateSource(input: UpdateSourceInput, options?: RequestOptions): Promise<Source>;

  /**
   * Create a lead source's new ingestion key; the old one works for 24 more hours by default.
   *
   * Creates a new ingestion key for the source, shown in this answer alone. The previous key works for `old_key_valid_hours` more (24 by
   * default), so the sender can be changed without losing a lead; with 0 all earlier keys stop at once. At most five keys of a source work at a
   * time.
   *
   * Needs the scope `settings:write`.
   *
   * `POST /api/sources/{id}/rotate-key`
   */
  rotateSourceKey(input: RotateSourceKeyInput, options?: RequestOptions): Promise<RotateSourceKeyResult>;

  /**
   * Show what a delivery would become with the stored or another mapping; stores nothing.
   *
   * Shows what a delivery would become, and stores nothing: the lead, or why there would be none, and the paths that the mapping does not read. Send
   * the sender's JSON as `payload`, or name a stored delivery by `delivery_id`; a `mapping` or conditions beside it are tried instead of the
   * stored ones. So a mapping can be tested before a sender uses it. A delivery whose external id is known already is `duplicate` or
   * `updated`; of the stored lead nothing is shown. An unknown `delivery_id` is 404.
   *
   * Needs the scope `settings:read`.
   *
   * `POST /api/sources/{id}/preview`
   */
  previewInboundDelivery(input: PreviewInboundDeliveryInput, options?: RequestOptions): Promise<InboundPreview>;

  /**
   * List a lead source's deliveries of the last 30 days with their outcomes, newest first.
   *
   * Lists what a source sent in the last 30 days, newest first, with the body as it came, its `body_secret` masked, and what became of it. `outcome=rejected` finds the
   * deliveries that made no lead, and `error` says why; `ignored` and `test` are found the same way. The bodies hold personal data.
   *
   * Needs the scope `settings:read`.
   *
   * `GET /api/sources/{id}/deliveries`
   */
  readonly listInboundDeliveries: {
    (input: ListInboundDeliveriesInput, options?: RequestOptions): Promise<ListInboundDeliveriesResult>;
    /** This page and all that follow. */
    pages(input: ListInboundDeliveriesInput, options?: RequestOptions): AsyncGenerator<ListInboundDeliveriesResult, void>;
    /** The entries of this page and of all that follow. */
    items(input: ListInboundDeliveriesInput, options?: RequestOptions): AsyncGenerator<InboundDelivery, void>;
  };

  /**
   * Process a delivery again with the current mapping; returns the outcome.
   *
   * Processes a stored delivery again with the current mapping, fields and conditions, for example after a correction. The answer shows the replay,
   * which is stored as a delivery of its own and names the first one as `replay_of`; its `outcome` says what became of it, so a second
   * rejection is a 202 too. Deduplication holds: a replay creates no second lead for an external id. Emits what the delivery would have
   * emitted. A delivery older than 30 days is 404.
   *
   * Needs the scope `settings:write`.
   *
   * `POST /api/sources/{id}/deliveries/{deliveryId}/replay`
   */
  replayInboundDelivery(input: ReplayInboundDeliveryInput, options?: RequestOptions): Promise<InboundDelivery>;

  /**
   * Replay up to 100 rejected or ignored deliveries since an instant, oldest first.
   *
   * Replays all that a source's deliveries lost in a period: the `rejected` ones, or with `outcome` the `ignored` ones, oldest first, up to
   * 100 a call. Send the same body with `cursor` until `next_cursor` is null; the walk replays each delivery once. Each replay is
   * judged as a single one: it may create or update a lead and emit its events, or be rejected again. A delivery that the service itself
   * cannot process is passed: it stays as it was, and its row says `failed`.
   *
   * Needs the scope `settings:write`.
   *
   * `POST /api/sources/{id}/replay`
   */
  readonly replayInboundDeliveries: {
    (input: ReplayInboundDeliveriesInput, options?: RequestOptions): Promise<ReplayInboundDeliveriesResult>;
    /** This page and all that follow. */
    pages(input: ReplayInboundDeliveriesInput, options?: RequestOptions): AsyncGenerator<ReplayInboundDeliveriesResult, void>;
    /** The entries of this page and of all that follow. */
    items(input: ReplayInboundDeliveriesInput, options?: RequestOptions): AsyncGenerator<ReplayInboundDeliveriesResult["data"][number], void>;
  };

  /**
   * Get the calling API key and its firm, to test a connection.
   *
   * Tests a key: names its firm, its scopes, its rate limit and the API version that it is pinned to. Every API key may call it, so it is the
   * connection test for an integration. The key of a lead source is 403 `insufficient_scope`.
   *
   * Needs no scope.
   *
   * `GET /api/me`
   */
  getMe(input?: Record<string, never>, options?: RequestOptions): Promise<Me>;

  /**
   * Create an API key with scopes that the calling key holds; its secret is shown only once.
   *
   * Creates an API key for a program. The secret (`key`, `itk_…`) is in this answer alone: store it now. A key grants only scopes
   * that the calling key holds itself; others are 403 `insufficient_scope` naming them. Give each program a key of its own with the scopes
   * it needs, so that it can be revoked alone. The key is pinned to the newest API version.
   *
   * Needs the scope `settings:write`.
   *
   * `POST /api/keys`
   */
  createKey(input: CreateKeyInput, options?: RequestOptions): Promise<CreateKeyResult>;

  /**
   * List the firm's API keys, newest first.
   *
   * Lists the firm's API keys, newest first, with scopes, rate limit, the last four characters and the last minute of use. Secrets are never
   * shown again. The keys of lead sources are with their sources.
   *
   * Needs the scope `settings:read`.
   *
   * `GET /api/keys`
   */
  readonly listKeys: {
    (input?: ListKeysInput, options?: RequestOptions): Promise<ListKeysResult>;
    /** This page and all that follow. */
    pages(input?: ListKeysInput, options?: RequestOptions): AsyncGenerator<ListKeysResult, void>;
    /** The entries of this page and of all that follow. */
    items(input?: ListKeysInput, options?: RequestOptions): AsyncGenerator<ApiKey, void>;
  };

  /**
   * Rename, enable or disable an API key, or change its scopes or rate limit.
   *
   * Renames a key, changes its scopes or its rate limit, or disables and enables it. A disabled key is 403 `key_disabled` for its callers
   * within 10 seconds. Scopes that the calling key lacks cannot be granted (403), also by enabling a key that has them. The last enabled key
   * with `settings:write` cannot lose it or be disabled (422), since nobody could manage keys any more.
   *
   * Needs the scope `settings:write`.
   *
   * `PATCH /api/keys/{id}`
   */
  updateKey(input: UpdateKeyInput, options?: RequestOptions): Promise<ApiKey>;

  /**
   * Revoke an API key permanently.
   *
   * Revokes a key for good, within 10 seconds everywhere; its callers then get 401 `invalid_key`. To stop a key for a while, disable it
   * instead. The last enabled key with `settings:write` cannot be deleted (422).
   *
   * Needs the scope `settings:write`.
   *
   * `DELETE /api/keys/{id}`
   */
  deleteKey(input: DeleteKeyInput, options?: RequestOptions): Promise<void>;

  /**
   * List the events of the last 30 days, newest first, or those after a position, oldest first.
   *
   * Lists the changes of leads and consultations in the last 30 days, newest first; `type`, `record` and `actor` filter. With `after`, the
   * `latest` of an earlier answer, it goes forward instead, oldest first: a reader that always continues from the last `latest` sees every event
   * exactly once, usually within a second of the change, and needs no webhook. Ask again at once while `next_cursor` is not null. Events show
   * records as they were before and after, whatever read scopes the key lacks.
   *
   * Needs the scope `events:read`.
   *
   * `GET /api/events`
   */
  readonly listEvents: {
    (input?: ListEventsInput, options?: RequestOptions): Promise<ListEventsResult>;
    /** This page and all that follow. */
    pages(input?: ListEventsInput, options?: RequestOptions): AsyncGenerator<ListEventsResult, void>;
    /** The entries of this page and of all that follow. */
    items(input?: ListEventsInput, options?: RequestOptions): AsyncGenerator<Event, void>;
  };

  /**
   * Get an event of the last 30 days.
   *
   * Returns one event by its id, which is also the `webhook-id` of its deliveries. An event older than 30 days is 404 `not_found`.
   *
   * Needs the scope `events:read`.
   *
   * `GET /api/events/{id}`
   */
  getEvent(input: GetEventInput, options?: RequestOptions): Promise<Event>;

  /**
   * Add a webhook endpoint; its signing secret is shown only once.
   *
   * Subscribes a URL to event types, or to all with `*`. The signing secret (`secret`, `whsec_…`) is in this answer alone; requests are
   * signed with it. The URL must be `https` and lead to public addresses, which is checked now and at each
   * connection; a host that does not resolve now is accepted, and named in `warnings`. A firm has at most 50 endpoints. The endpoint receives
   * what happens from now on; recover with `missing` sends earlier events.
   *
   * Needs the scope `webhooks:write`.
   *
   * `POST /api/webhooks`
   */
  createWebhook(input: CreateWebhookInput, options?: RequestOptions): Promise<CreateWebhookResult>;

  /**
   * List the firm's webhook endpoints, newest first.
   *
   * Lists the firm's webhook endpoints, newest first, with whether they work: `failing_since`, `enabled` and `disabled_reason`. Secrets are
   * never shown again, and the values of `headers` are masked.
   *
   * Needs the scope `webhooks:read`.
   *
   * `GET /api/webhooks`
   */
  readonly listWebhooks: {
    (input?: ListWebhooksInput, options?: RequestOptions): Promise<ListWebhooksResult>;
    /** This page and all that follow. */
    pages(input?: ListWebhooksInput, options?: RequestOptions): AsyncGenerator<ListWebhooksResult, void>;
    /** The entries of this page and of all that follow. */
    items(input?: ListWebhooksInput, options?: RequestOptions): AsyncGenerator<Webhook, void>;
  };

  /**
   * Get a webhook endpoint, including why it was disabled.
   *
   * Returns one webhook endpoint: its subscription, since when it fails, and why the service has disabled it, if it has.
   *
   * Needs the scope `webhooks:read`.
   *
   * `GET /api/webhooks/{id}`
   */
  getWebhook(input: GetWebhookInput, options?: RequestOptions): Promise<Webhook>;

  /**
   * Change a webhook endpoint; enabling it clears the reason why it was disabled.
   *
   * Changes the fields that the body names. A new URL is checked as at creation, with the same `warnings`; with one of another origin, `headers` that are stored must be
   * sent anew. Setting `enabled` to true clears `disabled_reason`;
   * what was skipped meanwhile is sent by a recovery. Events that happen while an endpoint is
   * disabled are kept as `skipped` deliveries. With `If-Match`, a version that is no longer current is 409 `version_conflict`.
   *
   * Needs the scope `webhooks:write`.
   *
   * `PATCH /api/webhooks/{id}`
   */
  updateWebhook(input: UpdateWebhookInput, options?: RequestOptions): Promise<Webhook>;

  /**
   * Delete a webhook endpoint; its pending deliveries are not sent.
   *
   * Removes an endpoint. What is still pending for it is not sent, and its deliveries can no longer be listed. The events themselves stay in the
   * log for their 30 days. To stop for a while, disable the endpoint instead.
   *
   * Needs the scope `webhooks:write`.
   *
   * `DELETE /api/webhooks/{id}`
   */
  deleteWebhook(input: DeleteWebhookInput, options?: RequestOptions): Promise<void>;

  /**
   * Create a new signing secret, shown only once; requests carry both signatures for 24 hours.
   *
   * Creates a new signing secret, shown in this answer alone. For 24 hours requests carry a signature by each of the two, so a receiver that knows
   * either verifies them: change the receiver's secret within that time.
   *
   * Needs the scope `webhooks:write`.
   *
   * `POST /api/webhooks/{id}/rotate-secret`
   */
  rotateWebhookSecret(input: RotateWebhookSecretInput, options?: RequestOptions): Promise<RotateWebhookSecretResult>;

  /**
   * Send a test to the endpoint: the event webhook.test, or an example of a type it subscribes to.
   *
   * Sends a test to the endpoint at once. With a `type` that the endpoint subscribes to, it sends this document's example of that event, whose
   * signed body also has `"test": true`, with the header `intake-test: true`. Its ids are those of the examples, but for the event's own.
   * Without a `type` it sends the event `webhook.test`, whatever the endpoint subscribes to; its
   * `data` is the endpoint. A test is signed and repeated like every delivery, and listed among them, but it is in no log. The answer is the
   * delivery before its first attempt: list the deliveries to see how it went. A disabled endpoint is 422, as is a type that the endpoint does
   * not receive.
   *
   * Needs the scope `webhooks:write`.
   *
   * `POST /api/webhooks/{id}/test`
   */
  sendTestEvent(input: SendTestEventInput, options?: RequestOptions): Promise<WebhookDelivery>;

  /**
   * List an endpoint's deliveries of the last 30 days with their attempts, newest first.
   *
   * Lists an endpoint's deliveries of the last 30 days, newest first, with each attempt: when it was made, the status or error, and how long it
   * took. `waiting_for` is `endpoint` while deliveries wait for an endpoint that fails again and again.
   *
   * Needs the scope `webhooks:read`.
   *
   * `GET /api/webhooks/{id}/deliveries`
   */
  readonly listWebhookDeliveries: {
    (input: ListWebhookDeliveriesInput, options?: RequestOptions): Promise<ListWebhookDeliveriesResult>;
    /** This page and all that follow. */
    pages(input: ListWebhookDeliveriesInput, options?: RequestOptions): AsyncGenerator<ListWebhookDeliveriesResult, void>;
    /** The entries of this page and of all that follow. */
    items(input: ListWebhookDeliveriesInput, options?: RequestOptions): AsyncGenerator<WebhookDelivery, void>;
  };

  /**
   * Send the same event again, with the same webhook-id.
   *
   * Sends the same event again with the same `webhook-id`, whatever the delivery's state, in a new round of up to ten attempts. Attempts that
   * still waited are void, so a receiver gets it once more and not twice. A disabled endpoint is 422.
   *
   * Needs the scope `webhooks:write`.
   *
   * `POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver`
   */
  redeliverWebhook(input: RedeliverWebhookInput, options?: RequestOptions): Promise<WebhookDelivery>;

  /**
   * Send a period's failed and skipped deliveries again, up to 100 a call, oldest first.
   *
   * Sends again what an endpoint missed in a period, after it was down: its `failed` and `skipped` deliveries, oldest first, up to 100 a
   * call. With `missing` it adds events that were never sent there, because the endpoint did not exist or did not subscribe to them.
   * Continue with the same body and `?cursor=` until `next_cursor` is null. A delivery that the service itself cannot restart is
   * passed, and shown in the state that it stays in. Receivers see known events again with the same
   * `webhook-id`. A disabled endpoint is 422.
   *
   * Needs the scope `webhooks:write`.
   *
   * `POST /api/webhooks/{id}/recover`
   */
  readonly recoverDeliveries: {
    (input: RecoverDeliveriesInput, options?: RequestOptions): Promise<RecoverDeliveriesResult>;
    /** This page and all that follow. */
    pages(input: RecoverDeliveriesInput, options?: RequestOptions): AsyncGenerator<RecoverDeliveriesResult, void>;
    /** The entries of this page and of all that follow. */
    items(input: RecoverDeliveriesInput, options?: RequestOptions): AsyncGenerator<WebhookDelivery, void>;
  };
}

export type OperationId = keyof Operations;

/** The operations whose method is not safe (RFC 9110 §9.2.1). */
export type UnsafeOperationId =
  | "createLead"
  | "updateLead"
  | "archiveLead"
  | "unarchiveLead"
  | "mergeLead"
  | "createLink"
  | "deleteLink"
  | "bookConsultation"
  | "updateConsultation"
  | "completeConsultation"
  | "markNoShow"
  | "recordPayment"
  | "archiveConsultation"
  | "unarchiveConsultation"
  | "createHold"
  | "deleteHold"
  | "bookByLink"
  | "updateByLink"
  | "updateFirm"
  | "createMember"
  | "updateMember"
  | "createSource"
  | "updateSource"
  | "rotateSourceKey"
  | "previewInboundDelivery"
  | "replayInboundDelivery"
  | "replayInboundDeliveries"
  | "createKey"
  | "updateKey"
  | "deleteKey"
  | "createWebhook"
  | "updateWebhook"
  | "deleteWebhook"
  | "rotateWebhookSecret"
  | "sendTestEvent"
  | "redeliverWebhook"
  | "recoverDeliveries";

export type Route = {
  readonly method: string;
  readonly path: string;
  readonly isPaged?: true;
  /** The media type of a response that is a text instead of JSON. */
  readonly textType?: string;
};

export const ROUTES: Readonly<Record<OperationId, Route>> = {
  createLead: { method: "POST", path: "/api/leads" },
  listLeads: { method: "GET", path: "/api/leads", isPaged: true },
  getLead: { method: "GET", path: "/api/leads/{id}" },
  updateLead: { method: "PATCH", path: "/api/leads/{id}" },
  archiveLead: { method: "POST", path: "/api/leads/{id}/archive" },
  unarchiveLead: { method: "POST", path: "/api/leads/{id}/unarchive" },
  lookUpLeads: { method: "GET", path: "/api/leads/lookup", isPaged: true },
  listDuplicates: { method: "GET", path: "/api/leads/{id}/duplicates" },
  mergeLead: { method: "POST", path: "/api/leads/{id}/merge" },
  createLink: { method: "POST", path: "/api/leads/{id}/links" },
  listLinks: { method: "GET", path: "/api/leads/{id}/links", isPaged: true },
  deleteLink: { method: "DELETE", path: "/api/leads/{id}/links/{linkId}" },
  bookConsultation: { method: "POST", path: "/api/consultations" },
  listConsultations: { method: "GET", path: "/api/consultations", isPaged: true },
  getConsultation: { method: "GET", path: "/api/consultations/{id}" },
  updateConsultation: { method: "PATCH", path: "/api/consultations/{id}" },
  getCalendarFile: { method: "GET", path: "/api/consultations/{id}/calendar.ics", textType: "text/calendar" },
  completeConsultation: { method: "POST", path: "/api/consultations/{id}/complete" },
  markNoShow: { method: "POST", path: "/api/consultations/{id}/no-show" },
  recordPayment: { method: "POST", path: "/api/consultations/{id}/payment" },
  archiveConsultation: { method: "POST", path: "/api/consultations/{id}/archive" },
  unarchiveConsultation: { method: "POST", path: "/api/consultations/{id}/unarchive" },
  createHold: { method: "POST", path: "/api/holds" },
  deleteHold: { method: "DELETE", path: "/api/holds/{id}" },
  listAttorneys: { method: "GET", path: "/api/attorneys", isPaged: true },
  findAvailability: { method: "GET", path: "/api/availability" },
  getAvailability: { method: "GET", path: "/api/attorneys/{id}/availability" },
  getCalendar: { method: "GET", path: "/api/attorneys/{id}/calendar" },
  getLink: { method: "GET", path: "/api/link" },
  getLinkAvailability: { method: "GET", path: "/api/link/availability" },
  bookByLink: { method: "POST", path: "/api/link/consultation" },
  updateByLink: { method: "PATCH", path: "/api/link/consultation" },
  getLinkCalendarFile: { method: "GET", path: "/api/link/calendar.ics", textType: "text/calendar" },
  getFirm: { method: "GET", path: "/api/firm" },
  updateFirm: { method: "PATCH", path: "/api/firm" },
  createMember: { method: "POST", path: "/api/members" },
  listMembers: { method: "GET", path: "/api/members", isPaged: true },
  getMember: { method: "GET", path: "/api/members/{id}" },
  updateMember: { method: "PATCH", path: "/api/members/{id}" },
  createSource: { method: "POST", path: "/api/sources" },
  listSources: { method: "GET", path: "/api/sources", isPaged: true },
  getSource: { method: "GET", path: "/api/sources/{id}" },
  updateSource: { method: "PATCH", path: "/api/sources/{id}" },
  rotateSourceKey: { method: "POST", path: "/api/sources/{id}/rotate-key" },
  previewInboundDelivery: { method: "POST", path: "/api/sources/{id}/preview" },
  listInboundDeliveries: { method: "GET", path: "/api/sources/{id}/deliveries", isPaged: true },
  replayInboundDelivery: { method: "POST", path: "/api/sources/{id}/deliveries/{deliveryId}/replay" },
  replayInboundDeliveries: { method: "POST", path: "/api/sources/{id}/replay", isPaged: true },
  getMe: { method: "GET", path: "/api/me" },
  createKey: { method: "POST", path: "/api/keys" },
  listKeys: { method: "GET", path: "/api/keys", isPaged: true },
  updateKey: { method: "PATCH", path: "/api/keys/{id}" },
  deleteKey: { method: "DELETE", path: "/api/keys/{id}" },
  listEvents: { method: "GET", path: "/api/events", isPaged: true },
  getEvent: { method: "GET", path: "/api/events/{id}" },
  createWebhook: { method: "POST", path: "/api/webhooks" },
  listWebhooks: { method: "GET", path: "/api/webhooks", isPaged: true },
  getWebhook: { method: "GET", path: "/api/webhooks/{id}" },
  updateWebhook: { method: "PATCH", path: "/api/webhooks/{id}" },
  deleteWebhook: { method: "DELETE", path: "/api/webhooks/{id}" },
  rotateWebhookSecret: { method: "POST", path: "/api/webhooks/{id}/rotate-secret" },
  sendTestEvent: { method: "POST", path: "/api/webhooks/{id}/test" },
  listWebhookDeliveries: { method: "GET", path: "/api/webhooks/{id}/deliveries", isPaged: true },
  redeliverWebhook: { method: "POST", path: "/api/webhooks/{id}/deliveries/{deliveryId}/redeliver" },
  recoverDeliveries: { method: "POST", path: "/api/webhooks/{id}/recover", isPaged: true },
};

export const LOST_ANSWERS: Readonly<Record<UnsafeOperationId, LostAnswer>> = {
  createLead: { way: "repeatedWithKey" },
  updateLead: { way: "confirmed", reader: "getLead", by: "change" },
  archiveLead: { way: "confirmed", reader: "getLead", by: "archived" },
  unarchiveLead: { way: "confirmed", reader: "getLead", by: "unarchived" },
  mergeLead: { way: "repeated" },
  createLink: { way: "failed" },
  deleteLink: { way: "deletion", gone: ["not_found"] },
  bookConsultation: { way: "repeatedWithKey" },
  updateConsultation: {
    way: "confirmed",
    reader: "getConsultation",
    by: "cancelOrReschedule",
  },
  completeConsultation: {
    way: "confirmed",
    reader: "getConsultation",
    by: "completed",
  },
  markNoShow: {
    way: "confirmed",
    reader: "getConsultation",
    by: "noShow",
  },
  recordPayment: {
    way: "confirmed",
    reader: "getConsultation",
    by: "change",
  },
  archiveConsultation: {
    way: "confirmed",
    reader: "getConsultation",
    by: "archived",
  },
  unarchiveConsultation: {
    way: "confirmed",
    reader: "getConsultation",
    by: "unarchived",
  },
  createHold: { way: "repeatedWithKey" },
  deleteHold: { way: "deletion", gone: ["not_found"] },
  bookByLink: { way: "repeated" },
  updateByLink: { way: "failed" },
  updateFirm: { way: "confirmed", reader: "getFirm", by: "change" },
  createMember: { way: "failed" },
  updateMember: { way: "confirmed", reader: "getMember", by: "change" },
  createSource: { way: "failed" },
  updateSource: { way: "confirmed", reader: "getSource", by: "change" },
  rotateSourceKey: { way: "failed" },
  previewInboundDelivery: { way: "repeated" },
  replayInboundDelivery: { way: "failed" },
  replayInboundDeliveries: { way: "failed" },
  createKey: { way: "failed" },
  updateKey: { way: "confirmed", reader: "listKeys", by: "change" },
  deleteKey: { way: "deletion", gone: ["not_found", "invalid_key"] },
  createWebhook: { way: "failed" },
  updateWebhook: { way: "confirmed", reader: "getWebhook", by: "change" },
  deleteWebhook: { way: "deletion", gone: ["not_found"] },
  rotateWebhookSecret: { way: "failed" },
  sendTestEvent: { way: "failed" },
  redeliverWebhook: { way: "failed" },
  recoverDeliveries: { way: "failed" },
};
