// Written by "npm run client" from the contract; do not edit.

import type { IntakeEvent } from "./events.ts";
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
  /** An email address in lower case; empty when there is none. */
  email: string;
  /** A phone number, in E.164 if it is a valid number; empty when there is none. */
  phone: string;
  /** Where the lead comes from. */
  source: string;
  /** The stage of the lead. */
  status: {
    /** A key that the firm chooses; never changes. */
    key: string;
    /** The name, for people. */
    name: string;
  };
  /** The id of the member who takes care of the lead; null when nobody does. */
  assignee_id: string | null;
  /** Whether the record is hidden from lists without `archived=true`. */
  archived: boolean;
  /** When the record was created. */
  created_at: string;
  /** When the lead was last changed, had an activity, or a consultation that was booked, moved or ended. */
  last_activity_at: string;
  /** When the person wrote or called; by default when the lead was created. It never changes. */
  captured_at: string;
  /** When the firm first reached the person, or wrote or left a message; null until then. */
  first_contact_at: string | null;
  /** When somebody wants to contact the person again; null when nobody does. */
  next_contact_at: string | null;
  /** The deadline for the first contact; null when there is none, or a contact or booking has ended it. */
  respond_by: string | null;
  /** The key of the firm's routing rule that fitted the new lead; null when none did. */
  routing_rule: string | null;
  /** How many deadlines passed without a contact or a booking. */
  overdue_count: number;
  /** Values of the firm's `lead_fields`, by field key. */
  data: Record<string, string | number | boolean>;
  /** Whether the firm may meet the lead, by its checks for conflicts of interest; null while the firm has no conflict gate. */
  conflict: {
    /** The state: what the last check found, or what a person has decided. */
    state: "unchecked" | "no_match" | "matches" | "cleared" | "blocked" | "waived" | "lapsed";
    /** The id of the check that the state stands on; null for none. */
    check_id: string | null;
    /** When the state was set; null if it never was. */
    at: string | null;
  } | null;
  /** Whom the matter is about beside the lead, which checks for conflicts of interest search too; null until it is sent, an empty list when there is nobody. Shown to keys with `conflicts:read`, and in no event. */
  parties?: {
    /** `alias`: another name of the lead. `adverse`: somebody against it. `related`: anybody else, such as a spouse. */
    role: "alias" | "adverse" | "related";
    /** The name of a person or an organization. */
    name: string;
    /** Other names, by which it is found too. */
    aliases: string[];
    /** An email address in lower case; empty when there is none. */
    email: string;
    /** A phone number, in E.164 if it is a valid number; empty when there is none. */
    phone: string;
  }[] | null;
  /** The id of the lead into which this lead was merged. Absent if it was not merged. */
  merged_into?: string;
};

export type Activity = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The lead of which it was recorded, which may be merged into another one by now. */
  lead_id: string;
  /** The kind of activity. */
  kind: "call" | "text" | "email" | "meeting" | "note";
  /** `in` from the person, `out` to the person. A call requires it; a note has none. */
  direction: "in" | "out" | null;
  /** What came of it. A call requires it; a note has none. */
  outcome: "reached" | "left_message" | "no_answer" | "wrong_number" | null;
  /** When it took place, by default now; not before the lead's `captured_at`. */
  at: string;
  /** The member who did it; null when nobody is named. For a member who has signed in, that member. */
  member_id: string | null;
  /** What was said or noted, in one or more lines; null when there is none. */
  text: string | null;
  /** The id of the activity of this lead in whose place it stands; null when there is none. */
  corrects: string | null;
  /** The id of the activity that corrects this one, which then counts for nothing; null until then. */
  corrected_by: string | null;
  /** When the record was created. */
  created_at: string;
};

export type ConflictCheck = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The lead that was checked, which may be merged into another one by now. */
  lead_id: string;
  /** When the record was created. */
  created_at: string;
  /** The names of the lead, of its parties and of the leads merged into it; empty after an erasure of the lead. */
  searched: string[];
  /** Who matches, conflicts first. */
  matches: {
    /** The id of the lead that matches, or of the one into which that was merged; absent for an entry of the register. */
    lead_id?: string;
    /** The key of the entry of the register that matches; absent for a lead. */
    entry_key?: string;
    /** The name that the lead, its party or the entry had then; empty after an erasure of the lead. */
    name: string;
    /** Who that is: of a lead `client` or the role of its party, of an entry its role. */
    role: "client" | "former_client" | "alias" | "adverse" | "related";
    /** What is the same. */
    by: ("name" | "similar_name" | "email" | "phone")[];
    /** What it may mean: `same_person` and `shared_contact` between clients; `adverse_to_client`: somebody against this lead is a client; `client_is_adverse`: this lead is somebody against a client; `related`: one of the two is beside a client or somebody against one. */
    concern: "same_person" | "shared_contact" | "adverse_to_client" | "client_is_adverse" | "related";
  }[];
  /** Whether more than 200 match, of which `matches` lacks the others. */
  truncated: boolean;
  /** Whether anybody matches. `no_match` is no clearance: a person decides. */
  result: "no_match" | "matches";
  /** What people have decided on this check, newest last. */
  decisions: {
    /** `cleared`: the firm may meet the lead; `waived`: it may, though there is a conflict; `blocked`: it may not. */
    decision: "cleared" | "blocked" | "waived";
    /** The member who decided. For a member who has signed in, that member. */
    member_id: string;
    /** The reason; null when none was given, and after an erasure of the lead. */
    reason: string | null;
    /** When it was decided. */
    at: string;
  }[];
};

export type ConflictEntry = {
  /** The key of the entry, which the firm has chosen, such as the number of the client. */
  key: string;
  /** The name of a person or an organization. */
  name: string;
  /** Other names, by which it is found too. */
  aliases: string[];
  /** An email address in lower case; empty when there is none. */
  email: string;
  /** A phone number, in E.164 if it is a valid number; empty when there is none. */
  phone: string;
  /** `client` and `former_client` of the firm, `adverse` to one of its clients, or `related`: beside a matter, such as a witness. */
  role: "client" | "former_client" | "adverse" | "related";
  /** The matter of which the firm knows it, for people; null when there is none. */
  matter: string | null;
  /** When the record was created. */
  created_at: string;
};

export type Consultation = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The id of the lead. */
  lead_id: string;
  /** The attorney, an active and schedulable member of the firm. */
  attorney_id: string;
  /** The kind of meeting, in the firm's own words. */
  type: string;
  /** The status of the consultation. */
  status: "scheduled" | "rescheduled" | "canceled" | "completed" | "no-show";
  /** When the consultation starts. */
  start_at: string;
  /** The duration in minutes. */
  duration_min: number;
  /** An IANA time zone, such as `America/New_York`. */
  time_zone: string;
  /** Whether the consultation is paid. */
  paid: boolean;
  /** The price in `currency`; null when there is none. */
  amount: number | null;
  /** The firm's currency when the amount was set, as ISO 4217. Null if there is no amount, or if the firm had no currency. */
  currency: string | null;
  /** Where the consultation takes place, such as a room, a phone number or a video link; null when not set. */
  location: string | null;
  /** The result of the meeting; null if none was recorded. */
  outcome: string | null;
  /** Whether the record is hidden from lists without `archived=true`. */
  archived: boolean;
  /** When the record was created. */
  created_at: string;
  /** Values of the firm's `consultation_fields`, by field key. */
  data: Record<string, string | number | boolean>;
};

export type Link = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The id of the lead. */
  lead_id: string;
  /** The consultation that the link manages or has booked; null before the booking. */
  consultation_id: string | null;
  /** The key of the consultation type that the link books; null for a link that manages a consultation. */
  type: string | null;
  /** The attorney of the booking; null for any attorney in the type's pool. */
  attorney_id: string | null;
  /** When the link stops working. With a consultation, that is 30 days after its current end; before the booking, it is the last time to book. */
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
    /** The name, for people. */
    name: string;
    /** The firm's IANA time zone. */
    time_zone: string;
    /** The firm's `default_country`, ISO 3166-1 alpha-2. */
    country: string;
  };
  /** The phone number at which the client reaches the firm, in E.164 if it is a valid number; null if the firm has set none. */
  contact_phone: string | null;
  /** `contact_phone` as people write it; null if it is no valid number, or was set before this field existed and not since. */
  contact_phone_text: {
    /** As people in the firm's country write it: `(212) 555-0100`; null for a number of another country. */
    national: string | null;
    /** As people in other countries write it: `+1 212 555 0100`. */
    international: string;
  } | null;
  /** The language of the page of links. Null for the browser's language if the page has it, otherwise English. */
  language: "en" | "es" | "de" | "fr" | null;
  /** The attorney; null for any attorney of a pool. */
  attorney: {
    /** The name, for people. */
    name: string;
    /** The attorney's IANA time zone. */
    time_zone: string;
  } | null;
  /** The kind of meeting; null if the firm no longer offers the type. */
  type: string | null;
  /** The duration in minutes; null if the firm no longer offers the type. */
  duration_min: number | null;
  /** Where the consultation takes place, such as a room, a phone number or a video link; null when not set. */
  location: string | null;
  /** The price; null if there is no price or no currency. */
  amount: number | null;
  /** The currency of the amount, as ISO 4217; null if there is no amount. */
  currency: string | null;
  /** The IANA time zone of the consultation. Before the booking, that of the attorney, or the firm's if any attorney of a pool may take it. */
  time_zone: string;
  /** When the link stops working. With a consultation, that is 30 days after its current end; before the booking, it is the last time to book. */
  expires_at: string;
  /** The consultation that the link manages or has booked; null before the booking. */
  consultation: ClientConsultation | null;
  /** The version of the consultation for a change by the link, in quotes: it changes with start, duration, attorney and status alone. `If-Match` takes it as it is; null before the booking. */
  etag: string | null;
  /** What the link may do now, apart from the question which starts are free. */
  allowed: {
    /** Whether the link may book. */
    book: boolean;
    /** Whether the link may move its consultation. */
    reschedule: boolean;
    /** Whether the link may cancel its consultation. */
    cancel: boolean;
  };
  /** The last instant at which the client may move the consultation; null if there is no limit. */
  reschedule_until: string | null;
  /** The last instant at which the client may cancel; null if there is no limit. */
  cancel_until: string | null;
  /** How often the client may still move the consultation; null if there is no limit. */
  reschedules_left: number | null;
};

export type ClientConsultation = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The status of the consultation. */
  status: "scheduled" | "rescheduled" | "canceled" | "completed" | "no-show";
  /** The kind of meeting, in the firm's own words. */
  type: string;
  /** When the consultation starts. */
  start_at: string;
  /** The duration in minutes. */
  duration_min: number;
  /** Where the consultation takes place, such as a room, a phone number or a video link; null when not set. */
  location: string | null;
  /** The price; null if there is no price or no currency. */
  amount: number | null;
  /** The currency of the amount, as ISO 4217; null if there is no amount. */
  currency: string | null;
  /** The attorney. */
  attorney: {
    /** The name, for people. */
    name: string;
    /** The attorney's IANA time zone. */
    time_zone: string;
  };
  /** An IANA time zone, such as `America/New_York`. */
  time_zone: string;
};

export type Hold = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The attorney, an active and schedulable member of the firm. */
  attorney_id: string;
  /** When the consultation starts. */
  start_at: string;
  /** The duration in minutes. */
  duration_min: number;
  /** The instant until which the slot is surely held. It may be refused to others for a second more. */
  expires_at: string;
};

export type StaleCalendar = {
  /** The attorney. */
  attorney_id: string;
  /** The name of the calendar. */
  calendar: string;
  /** When the calendar was last read; for a feed that was not read yet, when it was made. */
  as_of: string;
  /** Since when the calendar counts as stale. */
  stale_at: string;
};

export type RejectedInboundDelivery = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** Where the lead comes from. */
  source: string;
  /** When the delivery was received. */
  received_at: string;
  /** The outcome of the delivery. */
  outcome: "rejected";
  /** The error of a rejected delivery; otherwise null. */
  error: {
    /** The code of the error. */
    code: "invalid_request" | "invalid_signature" | "origin_not_allowed" | "payload_too_large" | "no_open_stage";
    /** The error, for people. */
    message: string;
  };
};

export type Attorney = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The name, for people. */
  name: string;
  /** An email address in lower case; empty when there is none. */
  email: string;
  /** The member's role, for people. */
  role: string;
  /** An IANA time zone, such as `America/New_York`. */
  time_zone: string;
  /** Whether the attorney has any office hours, weekly or of one date, even a past one. Without office hours, nothing can be booked. */
  has_office_hours: boolean;
};

export type Firm = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The name, for people. */
  name: string;
  /** An IANA time zone, such as `America/New_York`. */
  time_zone: string;
  /** The country of phone numbers without a country code, as ISO 3166-1 alpha-2. Territories without phone numbers of their own, such as AQ, are refused. */
  default_country: string;
  /** The phone number at which clients reach the firm, shown on the page of their links. In E.164 if it is a valid number; null for none. */
  contact_phone: string | null;
  /** The currency of amounts that are set from now on, an active ISO 4217 code; null for none. Amounts that are already set keep their currency. */
  currency: string | null;
  /** Where consultations take place if neither the booking nor the type has a location; null for none. */
  location: string | null;
  /** The stages of a lead, in order. New leads start in the first one that is not terminal. */
  stages: {
    /** A key that the firm chooses; never changes. */
    key: string;
    /** The name, for people. */
    name: string;
    /** Whether leads in this stage are closed. */
    terminal: boolean;
  }[];
  /** The fields that the firm defines for the `data` of its leads. */
  lead_fields: {
    /** A key that the firm chooses; never changes. */
    key: string;
    /** The name of the field, for people. */
    label: string;
    /** The type of the field's values. */
    type: "text" | "number" | "boolean" | "date" | "select";
    /** The distinct values of a `select` field. Empty for any other type. */
    options: string[];
  }[];
  /** The fields that the firm defines for the `data` of its consultations. */
  consultation_fields: {
    /** A key that the firm chooses; never changes. */
    key: string;
    /** The name of the field, for people. */
    label: string;
    /** The type of the field's values. */
    type: "text" | "number" | "boolean" | "date" | "select";
    /** The distinct values of a `select` field. Empty for any other type. */
    options: string[];
  }[];
  /** The types of consultation that the firm offers. A booking or hold with the key of a type takes the fields that it omits from that type. */
  consultation_types: {
    /** A key that the firm chooses; never changes. */
    key: string;
    /** The name, for people. */
    name: string;
    /** The duration in minutes. */
    duration_min: number;
    /** The price in the firm's currency; null when there is none. */
    amount: number | null;
    /** Where consultations of this type take place if the booking has no location; null for the firm's location. */
    location: string | null;
    /** The ids of the attorneys in the pool, any of whom may take a consultation of this type. Null for every attorney who can be booked, at most the first 20 by creation. */
    attorney_ids: string[] | null;
    /** Minutes before the start at which `consultation.reminder_due` is emitted. A change applies to consultations that are booked or moved afterwards. Empty for no reminders; in a type, null for the firm's. */
    reminders_min: number[] | null;
  }[];
  /** Limits on when and how often consultations can be booked. In a member, null means the firm's rule; in the firm, no rule. */
  booking_rules: {
    /** The least number of minutes between the request and the start. Null for no rule, or in a member for the firm's. */
    min_notice_min: number | null;
    /** The greatest number of days ahead that can be booked. Null for no rule, or in a member for the firm's. */
    max_advance_days: number | null;
    /** The minutes that stay free between two consultations of an attorney. Null for no rule, or in a member for the firm's. */
    buffer_min: number | null;
    /** The greatest number of consultations on a day of the attorney, in the attorney's time zone. Null for no rule, or in a member for the firm's. */
    max_per_day: number | null;
  };
  /** Minutes before the start at which `consultation.reminder_due` is emitted. A change applies to consultations that are booked or moved afterwards. Empty for no reminders; in a type, null for the firm's. */
  reminders_min: number[];
  /** What clients may do with links. While it is not enabled, clients can change nothing. */
  self_service: {
    /** Whether clients may book, move and cancel with links. */
    enabled: boolean;
    /** The least number of minutes before the start at which clients may still move a consultation; null for no limit. */
    reschedule_notice_min: number | null;
    /** The least number of minutes before the start at which clients may still cancel; null for no limit. */
    cancel_notice_min: number | null;
    /** How often clients may move a consultation, with all its links together; null for no limit. */
    max_reschedules: number | null;
    /** The language of the page of links. Null for the browser's language if the page has it, otherwise English. */
    language: "en" | "es" | "de" | "fr" | null;
  };
  /** Rules by which new leads go to members in turn and get a deadline for the first contact. The first rule that fits a lead counts. */
  routing: {
    /** A key that the firm chooses; never changes. */
    key: string;
    /** Conditions on the lead's `source` and `data`, such as `data.case_type`, all of which must hold. Without conditions, the rule fits every lead. */
    when: {
      /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. */
      path: string;
      /** Holds if the value at the path equals this value. */
      equals?: string | number | boolean;
      /** Holds if the value at the path is one of these values. */
      in?: (string | number | boolean)[];
      /** `true` holds if the value at the path is not blank, `false` if it is blank or missing. */
      present?: boolean;
    }[];
    /** The members who take turns. The first lead goes to the first of the greatest weight. */
    members: {
      /** The id of the member. */
      id: string;
      /** The member's share of the turns, beside the others' weights. */
      weight: number;
    }[];
    /** The minutes from `captured_at` within which the lead is to be contacted; null for no deadline. */
    respond_within_min: number | null;
    /** Which minutes count: `always` all, `office_hours` those in which an active member of the rule works. */
    clock: "always" | "office_hours";
    /** What happens at the deadline of a lead that nobody has contacted: `none`, or `next` to assign it to the next member in turn, with a new deadline, at most three times. */
    escalate: "none" | "next";
  }[];
  /** Whether leads are checked for conflicts of interest before they can be booked. */
  conflict_gate: {
    /** Whether the firm has a conflict gate. */
    enabled: boolean;
    /** `all`: only a lead that a person has cleared or waived can be booked. `none`: every lead but a blocked one. */
    required: "none" | "all";
    /** Whether the service checks each lead that is new, or whose name, email, phone or parties change. */
    auto_check: boolean;
  };
  /** How far the index is that conflict checks search. */
  conflict_index: {
    /** `building` until the leads that existed when the gate was enabled are indexed; then `complete`. */
    state: "off" | "building" | "complete";
    /** How many leads are indexed so far. */
    indexed: number;
  };
  /** Days on which no attorney can be booked, in each attorney's own time zone. */
  holidays: {
    /** The first day, as `YYYY-MM-DD`. */
    start_date: string;
    /** The last day, as `YYYY-MM-DD`, not before `start_date`. */
    end_date: string;
    /** The name, for people. */
    name: string;
  }[];
  /** The version of the record, which grows with every change. `If-Match` takes it. */
  version: number;
};

export type Member = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The name, for people. */
  name: string;
  /** An email address in lower case; empty when there is none. */
  email: string;
  /** The member's role, for people. */
  role: string;
  /** Whether the member can be booked. */
  schedulable: boolean;
  /** Whether the member works at the firm. An inactive member can be neither assigned nor booked. */
  active: boolean;
  /** What the member may do after signing in: `read`, `work` (also change leads and consultations) or `manage` (everything); null if the member cannot sign in. */
  access: "read" | "work" | "manage" | null;
  /** An IANA time zone, such as `America/New_York`. */
  time_zone: string;
  /** Weekly windows in the member's own time zone. They may touch but not overlap. */
  office_hours: {
    /** The day of the week, from 1 (Monday) to 7 (Sunday). */
    weekday: number;
    /** The local time at which the window starts, such as `09:00`. */
    start: string;
    /** The local time at which the window ends, after `start`; `24:00` for the end of the day. */
    end: string;
  }[];
  /** Office hours of single dates in the member's own time zone. They replace the weekly ones on that date. A date may be named once, and must not be past. */
  date_hours: {
    /** The date, as `YYYY-MM-DD`. */
    date: string;
    /** The windows of that date. They may touch but not overlap. An empty list closes the date. */
    windows: {
      /** The local time at which the window starts, such as `09:00`. */
      start: string;
      /** The local time at which the window ends, after `start`; `24:00` for the end of the day. */
      end: string;
    }[];
  }[];
  /** The member's absences: whole days in the member's time zone, or periods between two instants. */
  time_off: ({
    /** The first day, as `YYYY-MM-DD`. */
    start_date: string;
    /** The last day, as `YYYY-MM-DD`, not before `start_date`. */
    end_date: string;
    /** The reason, for people. */
    reason: string;
  } | {
    /** When the absence starts. */
    start_at: string;
    /** When the absence ends (exclusive), after `start_at`. */
    end_at: string;
    /** The reason, for people. */
    reason: string;
  })[];
  /** Limits on when and how often consultations can be booked. In a member, null means the firm's rule; in the firm, no rule. */
  booking_rules: {
    /** The least number of minutes between the request and the start. Null for no rule, or in a member for the firm's. */
    min_notice_min: number | null;
    /** The greatest number of days ahead that can be booked. Null for no rule, or in a member for the firm's. */
    max_advance_days: number | null;
    /** The minutes that stay free between two consultations of an attorney. Null for no rule, or in a member for the firm's. */
    buffer_min: number | null;
    /** The greatest number of consultations on a day of the attorney, in the attorney's time zone. Null for no rule, or in a member for the firm's. */
    max_per_day: number | null;
  };
  /** When the record was created. */
  created_at: string;
  /** The version of the record, which grows with every change. `If-Match` takes it. */
  version: number;
};

export type CalendarLink = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** Whether the calendar shows what a consultation is, with whom and where; otherwise it says only "Busy". */
  names: boolean;
  /** When the record was created. */
  created_at: string;
};

export type Feed = {
  /** Also the name of the calendar. */
  id: string;
  /** The secret address of the calendar. Responses show only its beginning. */
  url: string;
  /** A name for people. */
  name: string;
  /** When the calendar was last read without an error; null before the first time. */
  last_fetched_at: string | null;
  /** Why the calendar cannot be read; null while it can. The busy times of the last reading stay. */
  last_error: string | null;
  /** The number of busy times in the calendar when it was last read. */
  intervals: number;
};

export type Session = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** When the record was created. */
  created_at: string;
  /** The last use, exact to the minute. */
  last_used_at: string;
  /** When the session ends unless it is used. */
  expires_at: string;
  /** The `User-Agent` of the browser, cut to 200 characters. */
  browser: string;
};

export type Source = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** A key that the firm chooses; never changes. */
  key: string;
  /** The name, for people. */
  name: string;
  /** Paths of texts that contain JSON, which is parsed before the mapping reads it. */
  json_fields: string[];
  /** The place of each field of a lead in the posts of the sender. The names are `first_name`, `last_name`, `full_name`, `email`, `phone`, `external_id`, `captured_at`, `parties.adverse`, `parties.related`, and `data.<key>` for a field that the firm defines. */
  mapping: Record<string, string | string[] | {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. */
    path?: string;
    /** Paths to try in order; the first one with a value counts. */
    paths?: string[];
    /** A constant value, which needs no path. */
    value?: string | number | boolean;
    /** The value for a new lead if there is no value at the paths. It must fit the field. */
    fallback?: string | number | boolean;
  }>;
  /** What happens to a delivery that sends a value of `data` that does not fit its field, or a name that is too long: `reject` rejects the delivery, `omit` omits the value or cuts the name. Constants and fallbacks of the mapping that no longer fit are always omitted, and so is an email or phone that cannot be used while the other one remains. */
  invalid_data: "reject" | "omit";
  /** Conditions for a delivery to become a lead. If one does not hold, the delivery is `ignored`. */
  accept_when: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. */
    path: string;
    /** Holds if the value at the path equals this value. */
    equals?: string | number | boolean;
    /** Holds if the value at the path is one of these values. */
    in?: (string | number | boolean)[];
    /** `true` holds if the value at the path is not blank, `false` if it is blank or missing. */
    present?: boolean;
  }[];
  /** Conditions for a delivery to be a test. If all hold, the delivery becomes no lead. Without conditions, no delivery is a test. */
  test_when: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. */
    path: string;
    /** Holds if the value at the path equals this value. */
    equals?: string | number | boolean;
    /** Holds if the value at the path is one of these values. */
    in?: (string | number | boolean)[];
    /** `true` holds if the value at the path is not blank, `false` if it is blank or missing. */
    present?: boolean;
  }[];
  /** How the sender signs its deliveries; null if no signature is required. */
  signature: {
    /** The name of the header that carries the signature. */
    header: string;
    /** The hash function of the HMAC. */
    algorithm: "sha256" | "sha1";
    /** The encoding of the signature. */
    encoding: "hex" | "base64";
    /** The text before the signature in the header, such as `sha256=`. */
    prefix: string;
    /** The shared secret; responses mask it. */
    secret: string;
  } | null;
  /** A secret that the sender includes in its posts; null if none is required. */
  body_secret: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. */
    path: string;
    /** The secret; responses mask it. */
    value: string;
  } | null;
  /** The origins of pages with forms that may post with the key in the address. Empty for any origin. */
  allowed_origins: string[];
  /** The page to which a browser is redirected after its form was accepted; null for none. */
  redirect_url: string | null;
  /** The page to which a browser is redirected after its form was rejected, with `delivery_id` and `reason` as query parameters; null for none. */
  error_redirect_url: string | null;
  /** With the key of a consultation type as `type`, each lead that a delivery creates gets a link to book a consultation of that type; null for none. */
  booking: {
    /** The type. */
    type: string;
  } | null;
  /** The response to a rejected delivery: `error` for its error, `accepted` for 202. */
  rejected_answer: "error" | "accepted";
  /** The member to whom new leads of the source are assigned while the member is active; null for nobody. */
  default_assignee_id: string | null;
  /** Whether the source's keys work. */
  enabled: boolean;
  /** The rate limit of each key, in requests a minute. As long as none is set: 60 for a source with `allowed_origins`, whose key anyone can read in a page, and 1,200 for any other. */
  requests_per_minute: number;
  /** The last four characters of the key. */
  last_four: string;
  /** When the previous key stops working; null when there is none. */
  previous_key_expires_at: string | null;
  /** When the record was created. */
  created_at: string;
  /** The version of the record, which grows with every change. `If-Match` takes it. */
  version: number;
};

export type InboundDelivery = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** When the delivery was received. */
  received_at: string;
  /** The outcome of the delivery. */
  outcome: "created" | "updated" | "duplicate" | "ignored" | "test" | "rejected";
  /** The id of the lead. */
  lead_id: string | null;
  /** The sender's own id of the lead; null if it sent none. */
  external_id: string | null;
  /** The error of a rejected delivery; otherwise null. */
  error: {
    /** The code of the error. */
    code: "invalid_request" | "invalid_signature" | "origin_not_allowed" | "payload_too_large" | "no_open_stage";
    /** The error, for people. */
    message: string;
    /** The invalid fields and their problems; null if the error is not about fields. */
    details: {
      /** A dotted path, a query parameter or a header. */
      field: string;
      /** The error, for people. */
      message: string;
    }[] | null;
  } | null;
  /** Values that the lead does not have, since they do not fit or cannot be used, and names that were cut. */
  omitted: {
    /** A dotted path, a query parameter or a header. */
    field: string;
    /** The error, for people. */
    message: string;
  }[];
  /** The delivery that this one replays; null for one that the source sent. */
  replay_of: string | null;
  /** The last replay of this delivery; null for none. A rejected replay does not replace one with another outcome. */
  replayed_as: {
    /** The id of the replay, which is a delivery too. */
    id: string;
    /** The outcome of the replay. */
    outcome: "created" | "updated" | "duplicate" | "ignored" | "test" | "rejected";
  } | null;
  /** When a rejected delivery was set aside; null if it was not. */
  dismissed_at: string | null;
  /** The content type that the sender sent; null for none. */
  content_type: string | null;
  /** The user agent that the sender sent; null for none. */
  user_agent: string | null;
  /** The value of the header with the signature; null for none. */
  signature: string | null;
  /** The origin of the page with the form; null for none. */
  origin: string | null;
  /** The body as it was received, decoded by its `Content-Encoding`. Of a body that is too large, only the beginning. */
  body: string;
  /** The encoding of `body`: `utf8` for plain text, otherwise `base64`. */
  body_encoding: "utf8" | "base64";
  /** The size of the received body in bytes. It is larger than `body` if only the beginning was stored. */
  body_bytes: number;
};

export type InboundPreview = {
  /** What the delivery would become. */
  outcome: "created" | "updated" | "duplicate" | "ignored" | "test" | "rejected";
  /** The lead that the delivery alone would create; null if it creates none. */
  lead: {
    /** First name. */
    first_name: string;
    /** Last name. */
    last_name: string;
    /** An email address in lower case; empty when there is none. */
    email: string;
    /** A phone number, in E.164 if it is a valid number; empty when there is none. */
    phone: string;
    /** Where the lead comes from. */
    source: string;
    /** The stage of the lead. */
    status: {
      /** A key that the firm chooses; never changes. */
      key: string;
      /** The name, for people. */
      name: string;
    };
    /** The id of the member who takes care of the lead; null when nobody does. */
    assignee_id: string | null;
    /** Whether the record is hidden from lists without `archived=true`. */
    archived: boolean;
    /** When the person wrote or called; by default when the lead was created. It never changes. */
    captured_at: string;
    /** When the firm first reached the person, or wrote or left a message; null until then. */
    first_contact_at: string | null;
    /** When somebody wants to contact the person again; null when nobody does. */
    next_contact_at: string | null;
    /** The deadline for the first contact; null when there is none, or a contact or booking has ended it. */
    respond_by: string | null;
    /** The key of the firm's routing rule that fitted the new lead; null when none did. */
    routing_rule: string | null;
    /** How many deadlines passed without a contact or a booking. */
    overdue_count: number;
    /** Values of the firm's `lead_fields`, by field key. */
    data: Record<string, string | number | boolean>;
    /** Whether the firm may meet the lead, by its checks for conflicts of interest; null while the firm has no conflict gate. */
    conflict: {
      /** The state: what the last check found, or what a person has decided. */
      state: "unchecked" | "no_match" | "matches" | "cleared" | "blocked" | "waived" | "lapsed";
      /** The id of the check that the state stands on; null for none. */
      check_id: string | null;
      /** When the state was set; null if it never was. */
      at: string | null;
    } | null;
    /** Whom the matter is about beside the lead, which checks for conflicts of interest search too; null until it is sent, an empty list when there is nobody. Shown to keys with `conflicts:read`, and in no event. */
    parties?: {
      /** `alias`: another name of the lead. `adverse`: somebody against it. `related`: anybody else, such as a spouse. */
      role: "alias" | "adverse" | "related";
      /** The name of a person or an organization. */
      name: string;
      /** Other names, by which it is found too. */
      aliases: string[];
      /** An email address in lower case; empty when there is none. */
      email: string;
      /** A phone number, in E.164 if it is a valid number; empty when there is none. */
      phone: string;
    }[] | null;
  } | null;
  /** The reasons why there would be no lead. */
  violations: {
    /** A dotted path, a query parameter or a header. */
    field: string;
    /** The error, for people. */
    message: string;
  }[];
  /** Values that the lead does not have, since they do not fit or cannot be used, and names that were cut. */
  omitted: {
    /** A dotted path, a query parameter or a header. */
    field: string;
    /** The error, for people. */
    message: string;
  }[];
  /** Paths in the payload that the mapping does not read. */
  unused_paths: string[];
};

export type ApiKey = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The name, for people. */
  name: string;
  /** The scopes of the key. */
  scopes: ("leads:read" | "leads:write" | "consultations:read" | "consultations:write" | "events:read" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write" | "conflicts:read" | "conflicts:write" | "reports:read")[];
  /** The last four characters of the key. */
  last_four: string;
  /** Whether the key works. */
  enabled: boolean;
  /** The rate limit of each key, in requests a minute. */
  requests_per_minute: number;
  /** The API version of requests that have no `Intake-Version` header. */
  api_version: string;
  /** When the record was created. */
  created_at: string;
  /** The start of the last minute in which the key was used; null if it was never used. */
  last_used_at: string | null;
  /** The version of the record, which grows with every change. `If-Match` takes it. */
  version: number;
};

export type Me = {
  /** The key's firm. */
  firm: {
    /** UUIDv7; sorts by creation. */
    id: string;
    /** The name, for people. */
    name: string;
    /** An IANA time zone, such as `America/New_York`. */
    time_zone: string;
  };
  /** The calling key; for a member who has signed in, the session. */
  key: {
    /** UUIDv7; sorts by creation. */
    id: string;
    /** The name, for people; null for a session. */
    name: string | null;
    /** The scopes of the key. */
    scopes: ("leads:read" | "leads:write" | "consultations:read" | "consultations:write" | "events:read" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write" | "conflicts:read" | "conflicts:write" | "reports:read")[];
    /** The rate limit of each key, in requests a minute. */
    requests_per_minute: number;
    /** The API version of requests that have no `Intake-Version` header. */
    api_version: string;
  };
  /** The member who has signed in; null for an API key. */
  member: {
    /** UUIDv7; sorts by creation. */
    id: string;
    /** The name, for people. */
    name: string;
    /** What the member may do after signing in: `read`, `work` (also change leads and consultations) or `manage` (everything); null if the member cannot sign in. */
    access: "read" | "work" | "manage" | null;
  } | null;
};

export type Event = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The type of the event. */
  type: string;
  /** When the change happened. */
  created_at: string;
  /** The revision of the record, which grows with each change. It orders the events of one record. `consultation.busy_overlap` changes no record: it has the revision of the last change. In `calendar.stale`, it counts the changes of the attorney's calendars. */
  sequence: number;
  /** The record after the change, as the API shows it. */
  data: Record<string, unknown>;
  /** The former values of the changed fields; null if there was no value. */
  previous: Record<string, unknown>;
  /** Only in `lead.merged`: the id of the lead that was merged into the one in `data`. */
  merged_from?: string;
  /** Only in `lead.response_overdue`: the key of the routing rule that set the deadline. */
  rule?: string | null;
  /** Only in `lead.response_overdue`: the member who had the lead until then; null when nobody did. */
  assignee_id?: string | null;
  /** Only in `lead.response_overdue`: the seconds since the deadline. */
  late_seconds?: number;
  /** Only in events of conflicts: the check that was made, was decided on, or has lapsed, with the number of its matches; null if it cannot be read. */
  check?: {
    /** UUIDv7; sorts by creation. */
    id: string;
    /** Whether anybody matches. `no_match` is no clearance: a person decides. */
    result: "no_match" | "matches";
    /** The contacts that both leads have. */
    matches: number;
  } | null;
  /** Only in events of conflicts: the lead's open consultations, which stay booked. */
  consultation_ids?: string[];
  /** Only in `lead.duplicate_found`: the newest 20 other leads with the new email address or phone number. */
  duplicates?: {
    /** The id of the lead. */
    lead_id: string;
    /** The contacts that both leads have. */
    matches: ("email" | "phone")[];
  }[];
  activity?: Activity;
  /** Only in `consultation.reminder_due`: minutes from the reminder to the start. */
  minutes_before?: number;
  /** Only in `consultation.reminder_due`: the lead to remind, as it was when the event was created. Blank if the lead was erased. */
  lead?: {
    /** UUIDv7; sorts by creation. */
    id: string;
    /** First name. */
    first_name: string;
    /** Last name. */
    last_name: string;
    /** An email address in lower case; empty when there is none. */
    email: string;
    /** A phone number, in E.164 if it is a valid number; empty when there is none. */
    phone: string;
  };
  /** Only in `consultation.busy_overlap`: the busy time that overlaps the consultation. */
  busy?: {
    /** The name of the calendar. */
    calendar: string;
    /** When the busy time starts. */
    start_at: string;
    /** When it ends (exclusive). */
    end_at: string;
  };
  /** The cause of the change, such as a member who has signed in, an API key, a source or the system. */
  actor: {
    /** The type of the cause. */
    type: "api_key" | "source" | "member" | "client_link" | "operator" | "system";
    /** The id of the member, key, source or link; null for the service itself. */
    id: string | null;
  };
};

export type Webhook = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The public address that receives the events, without a user name. */
  url: string;
  /** The event types that the endpoint receives; `*` for all types, including future ones. */
  events: ("*" | "lead.created" | "lead.archived" | "lead.merged" | "lead.contact_due" | "lead.response_overdue" | "lead.status_changed" | "lead.assigned" | "lead.updated" | "lead.conflict_checked" | "lead.conflict_decided" | "lead.conflict_lapsed" | "lead.duplicate_found" | "lead.activity_added" | "lead.contacted" | "consultation.booked" | "consultation.rescheduled" | "consultation.canceled" | "consultation.completed" | "consultation.no_show" | "consultation.updated" | "consultation.archived" | "consultation.reminder_due" | "consultation.busy_overlap" | "calendar.stale" | "delivery.rejected")[];
  /** A note for people. */
  description: string;
  /** Additional headers of each request. Headers that the service sets are not allowed. Responses mask the values. */
  headers: Record<string, string>;
  /** Whether events are sent to the endpoint. */
  enabled: boolean;
  /** Why the service disabled the endpoint; null if it is enabled or the firm disabled it. */
  disabled_reason: string | null;
  /** The time of the first failure since the last success, or at which Intake enabled the firm again after it; null while the endpoint works. */
  failing_since: string | null;
  /** When the previous secret stops signing; null when there is none. */
  previous_secret_expires_at: string | null;
  /** When the record was created. */
  created_at: string;
  /** The version of the record, which grows with every change. `If-Match` takes it. */
  version: number;
  /** Only in the response to a creation or a change, if there are any: possible mistakes in the request, such as a host that does not resolve. */
  warnings?: string[];
};

export type WebhookDelivery = {
  /** UUIDv7; sorts by creation. */
  id: string;
  /** The id of the endpoint. */
  webhook_id: string;
  /** The type of the event. */
  type: string;
  /** The state of the delivery. `skipped` means that the endpoint was disabled. */
  state: "pending" | "delivered" | "failed" | "skipped";
  /** When the record was created. */
  created_at: string;
  /** `endpoint` if a pending delivery waits until the failing endpoint works again; otherwise null. */
  waiting_for: "endpoint" | null;
  /** When the next attempt is made; null if none is planned. */
  next_attempt_at: string | null;
  /** The attempts so far, oldest first. */
  attempts: {
    /** When the attempt was made. */
    at: string;
    /** The HTTP status of the response; null if there was none. */
    status: number | null;
    /** How long the attempt took, in milliseconds. */
    duration_ms: number;
    /** Why there was no response; null if there was one. */
    error: string | null;
  }[];
};

export type ErrorBody = {
  /** The error. */
  error: {
    /** The code of the error, for programs. */
    code: "missing_key" | "invalid_key" | "invalid_signature" | "key_disabled" | "origin_not_allowed" | "insufficient_scope" | "rate_limited" | "payload_too_large" | "not_found" | "invalid_request" | "outside_office_hours" | "attorney_unavailable" | "slot_unavailable" | "booking_not_allowed" | "lead_merged" | "self_service_not_allowed" | "no_open_stage" | "conflict_not_cleared" | "check_outdated" | "conflict_gate_disabled" | "conflict_index_building" | "version_conflict" | "unavailable" | "internal_error";
    /** The error, for people. */
    message: string;
    /** The invalid fields and their problems; null if the error is not about fields. */
    details: {
      /** A dotted path, a query parameter or a header. */
      field: string;
      /** Completes a sentence that begins with the name of the field. */
      message: string;
    }[] | null;
    /** The id of the request in the service's log. */
    request_id: string;
    /** Only in errors of a slot: up to three later starts at which the same booking would be accepted. */
    next_available?: string[];
  };
};

/** The fields of each type of event beside those that every event has. */
export type EventFields = {
  "lead.created": { data: Lead };
  "lead.archived": { data: Lead };
  "lead.merged": { data: Lead } & Required<Pick<Event, "merged_from">>;
  "lead.contact_due": { data: Lead };
  "lead.response_overdue": { data: Lead } & Required<Pick<Event, "rule" | "assignee_id" | "late_seconds">>;
  "lead.status_changed": { data: Lead };
  "lead.assigned": { data: Lead };
  "lead.updated": { data: Lead };
  "lead.conflict_checked": { data: Lead } & Required<Pick<Event, "check" | "consultation_ids">>;
  "lead.conflict_decided": { data: Lead } & Required<Pick<Event, "check" | "consultation_ids">>;
  "lead.conflict_lapsed": { data: Lead } & Required<Pick<Event, "check" | "consultation_ids">>;
  "lead.duplicate_found": { data: Lead } & Required<Pick<Event, "duplicates">>;
  "lead.activity_added": { data: Lead } & Required<Pick<Event, "activity">>;
  "lead.contacted": { data: Lead };
  "consultation.booked": { data: Consultation };
  "consultation.rescheduled": { data: Consultation };
  "consultation.canceled": { data: Consultation };
  "consultation.completed": { data: Consultation };
  "consultation.no_show": { data: Consultation };
  "consultation.updated": { data: Consultation };
  "consultation.archived": { data: Consultation };
  "consultation.reminder_due": { data: Consultation } & Required<Pick<Event, "minutes_before" | "lead">>;
  "consultation.busy_overlap": { data: Consultation } & Required<Pick<Event, "busy">>;
  "calendar.stale": { data: StaleCalendar };
  "delivery.rejected": { data: RejectedInboundDelivery };
};

export type CreateLeadBody = {
  /** First name. At most 200 characters. */
  first_name: string;
  /** Last name. At most 200 characters. */
  last_name: string;
  /** Where the lead comes from. At most 100 characters. */
  source: string;
  /** An email address. Empty or null when there is none; then `phone` is required. At most 254 characters. */
  email?: string | "" | null;
  /** A phone number. Empty or null when there is none; then `email` is required. At most 40 characters. */
  phone?: string | null;
  /** The id of the member who takes care of the lead; null when nobody does. Default: `null`. */
  assignee_id?: string | null;
  /** When the person wrote or called, at most a minute ahead; by default now. */
  captured_at?: string;
  /** Values of the firm's `lead_fields`, by field key. Unknown keys are dropped. Default: `{}`. */
  data?: Record<string, unknown>;
  /** Whom the matter is about beside the lead, which checks for conflicts of interest search too; null until it is sent, an empty list when there is nobody. Shown to keys with `conflicts:read`, and in no event. At most 20 entries. */
  parties?: {
    /** `alias`: another name of the lead. `adverse`: somebody against it. `related`: anybody else, such as a spouse. */
    role: "alias" | "adverse" | "related";
    /** The name of a person or an organization. At most 200 characters. */
    name: string;
    /** Other names, by which it is found too. At most 2 entries. Default: `[]`. */
    aliases?: string[];
    /** An email address in lower case; empty when there is none. At most 254 characters. */
    email?: string | "" | null;
    /** A phone number, in E.164 if it is a valid number; empty when there is none. At most 40 characters. */
    phone?: string | null;
  }[] | null;
};

export type CreateLeadInput = {
  body: CreateLeadBody;
  headers?: {
    /** A text of visible ASCII characters. A repeat with the same key creates nothing a second time. At most 255 characters. */
    "Idempotency-Key"?: string;
  };
};

export type ListLeadsQuery = {
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** `true` lists archived leads only; the default is `false`. */
  archived?: string;
  /** Only leads in the stage with this key. */
  status?: string;
  /** Only leads of this source. */
  source?: string;
  /** Only leads assigned to the member with this id. */
  assignee?: string;
  /** Only leads in this state of the firm's conflict gate. */
  conflict?: "unchecked" | "no_match" | "matches" | "cleared" | "blocked" | "waived" | "lapsed";
  /** With `true`, only leads whose `next_contact_at` has passed. */
  due?: "true" | "false";
  /** With `true`, only leads with a `respond_by` that are neither archived nor in a terminal stage: nobody has contacted the person or booked a consultation yet. */
  awaiting?: "true" | "false";
  /** Only leads that were created at this instant or later. */
  created_from?: string;
  /** Only leads that were created before this instant. */
  created_to?: string;
  /** Only leads whose `captured_at` is this instant or later. */
  captured_from?: string;
  /** Only leads whose `captured_at` is before this instant. */
  captured_to?: string;
  /** Only leads that have each of these words in their name, email address or phone number. */
  q?: string;
  /** Only these leads, by their ids separated by commas, and no other filter. */
  ids?: string;
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
  /** An email address. Empty or null removes it if the lead has a phone number. At most 254 characters. */
  email?: string | "" | null;
  /** A phone number. Empty or null removes it if the lead has an email address. At most 40 characters. */
  phone?: string | null;
  /** Where the lead comes from. At most 100 characters. */
  source?: string;
  /** The key of a stage. */
  status?: string | {
    /** A key that the firm chooses; never changes. */
    key: string;
  };
  /** The id of the member who takes care of the lead; null when nobody does. */
  assignee_id?: string | null;
  /** When somebody wants to contact the person again; null when nobody does. */
  next_contact_at?: string | null;
  /** Values to set, by field key. Null removes a value; other stored values stay. */
  data?: Record<string, unknown>;
  /** Whom the matter is about beside the lead, which checks for conflicts of interest search too; null until it is sent, an empty list when there is nobody. Shown to keys with `conflicts:read`, and in no event. At most 20 entries. */
  parties?: {
    /** `alias`: another name of the lead. `adverse`: somebody against it. `related`: anybody else, such as a spouse. */
    role: "alias" | "adverse" | "related";
    /** The name of a person or an organization. At most 200 characters. */
    name: string;
    /** Other names, by which it is found too. At most 2 entries. Default: `[]`. */
    aliases?: string[];
    /** An email address in lower case; empty when there is none. At most 254 characters. */
    email?: string | "" | null;
    /** A phone number, in E.164 if it is a valid number; empty when there is none. At most 40 characters. */
    phone?: string | null;
  }[] | null;
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
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** An email address. Required without `phone`. At most 254 characters. */
  email?: string | "";
  /** A phone number. Required without `email`. At most 40 characters. */
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
    /** The contacts that both leads have. */
    matches: ("email" | "phone")[];
  }[];
};

export type ListConflictEntriesQuery = {
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Words, each of which must occur in the key, the name, an alias, the email address or the phone number of an entry. */
  q?: string;
};

export type ListConflictEntriesInput = {
  query?: ListConflictEntriesQuery;
};

export type ListConflictEntriesResult = {
  /** The entries of the page. */
  data: ConflictEntry[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type GetConflictEntryInput = {
  path: {
    /** The name of the key. */
    key: string;
  };
};

export type PutConflictEntryBody = {
  /** The name of a person or an organization. At most 200 characters. */
  name: string;
  /** Other names, by which it is found too. At most 10 entries. Default: `[]`. */
  aliases?: string[];
  /** An email address in lower case; empty when there is none. At most 254 characters. */
  email?: string | "" | null;
  /** A phone number, in E.164 if it is a valid number; empty when there is none. At most 40 characters. */
  phone?: string | null;
  /** `client` and `former_client` of the firm, `adverse` to one of its clients, or `related`: beside a matter, such as a witness. */
  role: "client" | "former_client" | "adverse" | "related";
  /** The matter of which the firm knows it, for people; null when there is none. At most 200 characters. */
  matter?: string | null;
};

export type PutConflictEntryInput = {
  path: {
    /** The name of the key. */
    key: string;
  };
  body: PutConflictEntryBody;
};

export type DeleteConflictEntryInput = {
  path: {
    /** The name of the key. */
    key: string;
  };
};

export type PutConflictEntriesBody = {
  /** The entries, each with its key. At most 100 entries. */
  entries: {
    /** The key of the entry; in the response, null if it was sent without one. At most 100 characters. */
    key: string;
    /** The name of a person or an organization. At most 200 characters. */
    name: string;
    /** Other names, by which it is found too. At most 10 entries. Default: `[]`. */
    aliases?: string[];
    /** An email address in lower case; empty when there is none. At most 254 characters. */
    email?: string | "" | null;
    /** A phone number, in E.164 if it is a valid number; empty when there is none. At most 40 characters. */
    phone?: string | null;
    /** `client` and `former_client` of the firm, `adverse` to one of its clients, or `related`: beside a matter, such as a witness. */
    role: "client" | "former_client" | "adverse" | "related";
    /** The matter of which the firm knows it, for people; null when there is none. At most 200 characters. */
    matter?: string | null;
  }[];
};

export type PutConflictEntriesInput = {
  body: PutConflictEntriesBody;
};

export type PutConflictEntriesResult = {
  /** The entries of the page. */
  data: {
    /** The key of the entry; in the response, null if it was sent without one. */
    key: string | null;
    /** The outcome of the replay. */
    outcome: "created" | "updated" | "unchanged" | "rejected";
    /** What is wrong with a rejected entry, by its fields; null for every other one. */
    details: {
      /** A dotted path, a query parameter or a header. */
      field: string;
      /** The error, for people. */
      message: string;
    }[] | null;
  }[];
};

export type CreateActivityBody = {
  /** The kind of activity. */
  kind: "call" | "text" | "email" | "meeting" | "note";
  /** `in` from the person, `out` to the person. A call requires it; a note has none. Default: `null`. */
  direction?: "in" | "out" | null;
  /** What came of it. A call requires it; a note has none. Default: `null`. */
  outcome?: "reached" | "left_message" | "no_answer" | "wrong_number" | null;
  /** When it took place, by default now; not before the lead's `captured_at`. */
  at?: string;
  /** The member who did it; null when nobody is named. For a member who has signed in, that member. Default: `null`. */
  member_id?: string | null;
  /** What was said or noted, in one or more lines; null when there is none. At most 4000 characters. */
  text?: string | null;
  /** The id of the activity of this lead in whose place it stands; null when there is none. Default: `null`. */
  corrects?: string | null;
  /** When somebody wants to contact the person again, which becomes that of the lead; null clears it, absent leaves it. */
  next_contact_at?: string | null;
};

export type CreateActivityInput = {
  path: {
    /** The id of the lead, a UUID. */
    id: string;
  };
  body: CreateActivityBody;
  headers?: {
    /** A text of visible ASCII characters. A repeat with the same key creates nothing a second time. At most 255 characters. */
    "Idempotency-Key"?: string;
  };
};

export type ListActivitiesQuery = {
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
};

export type ListActivitiesInput = {
  path: {
    /** The id of the lead, a UUID. */
    id: string;
  };
  query?: ListActivitiesQuery;
};

export type ListActivitiesResult = {
  /** The entries of the page. */
  data: Activity[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type CreateConflictCheckInput = {
  path: {
    /** The id of the lead, a UUID. */
    id: string;
  };
};

export type ListConflictChecksQuery = {
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
};

export type ListConflictChecksInput = {
  path: {
    /** The id of the lead, a UUID. */
    id: string;
  };
  query?: ListConflictChecksQuery;
};

export type ListConflictChecksResult = {
  /** The entries of the page. */
  data: ConflictCheck[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type DecideConflictCheckBody = {
  /** `cleared`: the firm may meet the lead; `waived`: it may, though there is a conflict; `blocked`: it may not. */
  decision: "cleared" | "blocked" | "waived";
  /** The active member who decides, which an API key must name. A member who has signed in may name only that member. Default: `null`. */
  member_id?: string | null;
  /** Required where there are matches, and for `waived`. At most 500 characters. */
  reason?: string | null;
};

export type DecideConflictCheckInput = {
  path: {
    /** The id of the lead, a UUID. */
    id: string;
    /** The id of the delivery, a UUID. */
    checkId: string;
  };
  body: DecideConflictCheckBody;
  headers?: {
    /** A text of visible ASCII characters. A repeat with the same key creates nothing a second time. At most 255 characters. */
    "Idempotency-Key"?: string;
  };
};

export type MergeLeadBody = {
  /** The id of the lead to merge. Its consultations move, and it is archived. */
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
  /** The open consultation that the link manages. Without it, the link books one. */
  consultation_id?: string;
  /** The key of the consultation type that the link books. Required without `consultation_id`. At most 64 characters. */
  type?: string;
  /** The attorney of the booking, an active and schedulable member. Without one, any attorney in the type's pool. */
  attorney_id?: string;
  /** Hours during which the link can book, 168 by default. No effect with `consultation_id`. 1 to 2160. */
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
  /** The address to send to the client. Only this response shows it. */
  url: string;
};

export type ListLinksQuery = {
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
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
  /** The id of the lead. */
  lead_id: string;
  /** The attorney, an active and schedulable member of the firm. Without one, any attorney in the pool of the type. */
  attorney_id?: string;
  /** The key of one of the firm's `consultation_types`, or any other text. Any other text requires an attorney and a duration. At most 100 characters. */
  type: string;
  /** When the consultation starts. */
  start_at: string;
  /** The duration in minutes. The default is that of the type. 5 to 1440. */
  duration_min?: number;
  /** An IANA time zone, such as `America/New_York`. At most 100 characters. */
  time_zone?: string;
  /** Whether the consultation is paid. Default: `false`. */
  paid?: boolean;
  /** The price in the firm's currency; null when there is none. The default is that of the type. 0 to 9007199254740991. */
  amount?: number | null;
  /** Where the consultation takes place; null or blank for nowhere in particular. The default is the location of the type, otherwise that of the firm. At most 300 characters. */
  location?: string | null;
  /** Values of the firm's `consultation_fields`, by field key. Unknown keys are dropped. Default: `{}`. */
  data?: Record<string, unknown>;
  /** Whether to skip the booking rules, so that staff can enter a consultation afterwards. The default is `false`. Default: `false`. */
  ignore_booking_rules?: boolean;
  /** Whether to skip the busy times of the attorney's calendars. The default is `false`. Default: `false`. */
  ignore_busy?: boolean;
  /** The id of a hold of this slot, which the booking takes over. */
  hold_id?: string;
};

export type BookConsultationInput = {
  body: BookConsultationBody;
  headers?: {
    /** A text of visible ASCII characters. A repeat with the same key creates nothing a second time. At most 255 characters. */
    "Idempotency-Key"?: string;
  };
};

export type ListConsultationsQuery = {
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only consultations with the attorney with this id. */
  attorney?: string;
  /** Only consultations with the lead with this id. */
  lead?: string;
  /** Only consultations with this status. */
  status?: "scheduled" | "rescheduled" | "canceled" | "completed" | "no-show";
  /** `true` lists archived consultations only; the default is `false`. */
  archived?: string;
  /** The start of the range (inclusive), with `Z` or an offset. */
  from?: string;
  /** The end of the range (exclusive), with `Z` or an offset. */
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
  /** When the consultation starts. */
  start_at?: string;
  /** The duration in minutes. 5 to 1440. */
  duration_min?: number;
  /** The attorney, an active and schedulable member of the firm. */
  attorney_id?: string;
  /** An IANA time zone, such as `America/New_York`. At most 100 characters. */
  time_zone?: string;
  /** Where the consultation takes place, such as a room, a phone number or a video link; null when not set. At most 300 characters. */
  location?: string | null;
  /** Whether to skip the booking rules, so that staff can enter a consultation afterwards. The default is `false`. Default: `false`. */
  ignore_booking_rules?: boolean;
  /** Whether to skip the busy times of the attorney's calendars. The default is `false`. Default: `false`. */
  ignore_busy?: boolean;
  /** The id of a hold of this slot, which the booking takes over. */
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
  /** The result of the meeting; null for none. At most 500 characters. */
  outcome?: string | null;
  /** Values to set, by field key. Null removes a value; other stored values stay. */
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
  /** Whether the consultation is paid. */
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
  /** The attorney, an active and schedulable member of the firm. Without one, any attorney in the pool of the type. */
  attorney_id?: string;
  /** The key of one of the firm's `consultation_types`, or any other text. Any other text requires an attorney and a duration. At most 100 characters. */
  type?: string;
  /** The id of the lead. */
  lead_id?: string;
  /** When the consultation starts. */
  start_at: string;
  /** The duration in minutes. The default is that of the type. 5 to 1440. */
  duration_min?: number;
  /** How long the slot is held, in seconds. 30 to 900. Default: `600`. */
  seconds?: number;
  /** Whether to skip the busy times of the attorney's calendars. The default is `false`. Default: `false`. */
  ignore_busy?: boolean;
};

export type CreateHoldInput = {
  body: CreateHoldBody;
  headers?: {
    /** A text of visible ASCII characters. A repeat with the same key creates nothing a second time. At most 255 characters. */
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
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
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
  /** The start of the range (inclusive), with `Z` or an offset. */
  from: string;
  /** The end of the range (exclusive), with `Z` or an offset, at most 31 days after `from`. */
  to: string;
  /** The key of a consultation type, which gives the pool and the duration. Without one, the pool is every attorney who can be booked. */
  type?: string;
  /** The duration in minutes. The default is that of the type. 5 to 1440. */
  duration_min?: number;
  /** The ids of the attorneys, separated by commas. The default is the pool of the type. */
  attorneys?: string;
  /** Minutes between two starts, counted from the start of each window of office hours. The beginning of each free interval is a start too. The default is 15. 5 to 1440. */
  step_min?: number;
};

export type FindAvailabilityInput = {
  query: FindAvailabilityQuery;
};

export type FindAvailabilityResult = {
  /** The free starts in order of time, each with the attorneys who are free. */
  data: {
    /** The start. */
    start_at: string;
    /** The ids of the attorneys who can be booked for this start. */
    attorney_ids: string[];
  }[];
  /** The firm's IANA time zone. */
  time_zone: string;
};

export type GetAvailabilityQuery = {
  /** The start of the range (inclusive), with `Z` or an offset. */
  from: string;
  /** The end of the range (exclusive), with `Z` or an offset, at most 31 days after `from`. */
  to: string;
  /** The duration in minutes. 5 to 1440. */
  duration_min: number;
  /** Minutes between two starts, counted from the start of each window of office hours. The beginning of each free interval is a start too. The default is 15. 5 to 1440. */
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
  /** The free starts, in order of time. */
  data: string[];
  /** An IANA time zone, such as `America/New_York`. */
  time_zone: string;
};

export type GetCalendarQuery = {
  /** The start of the range (inclusive), with `Z` or an offset. */
  from: string;
  /** The end of the range (exclusive), with `Z` or an offset, at most 31 days after `from`. */
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
  /** The parts of the attorney's time that overlap the range. */
  data: {
    /** The attorney's consultations in the range, ordered by start. */
    consultations: Consultation[];
    /** The attorney's live holds in the range, ordered by start. */
    holds: Hold[];
    /** The member's absences: whole days in the member's time zone, or periods between two instants. */
    time_off: ({
      /** The first day, as `YYYY-MM-DD`. */
      start_date: string;
      /** The last day, as `YYYY-MM-DD`, not before `start_date`. */
      end_date: string;
      /** The reason, for people. */
      reason: string;
    } | {
      /** When the consultation starts. */
      start_at: string;
      /** When the absence ends (exclusive), after `start_at`. */
      end_at: string;
      /** The reason, for people. */
      reason: string;
    })[];
    /** Days on which no attorney can be booked, in each attorney's own time zone. */
    holidays: {
      /** The first day, as `YYYY-MM-DD`. */
      start_date: string;
      /** The last day, as `YYYY-MM-DD`, not before `start_date`. */
      end_date: string;
      /** The name, for people. */
      name: string;
    }[];
    /** The busy times of the attorney's calendars, ordered by start. */
    busy: {
      /** The name of the calendar. */
      calendar: string;
      /** When the consultation starts. */
      start_at: string;
      /** When the absence ends (exclusive), after `start_at`. */
      end_at: string;
    }[];
  };
  /** An IANA time zone, such as `America/New_York`. */
  time_zone: string;
};

export type GetLinkAvailabilityQuery = {
  /** The start of the range (inclusive), with `Z` or an offset. */
  from: string;
  /** The end of the range (exclusive), with `Z` or an offset, at most 31 days after `from`. */
  to: string;
  /** Minutes between two starts, counted from the start of each window of office hours. The beginning of each free interval is a start too. The default is 15. 5 to 1440. */
  step_min?: number;
};

export type GetLinkAvailabilityInput = {
  query: GetLinkAvailabilityQuery;
};

export type GetLinkAvailabilityResult = {
  /** The free starts, in order of time. */
  data: {
    /** When the consultation starts. */
    start_at: string;
  }[];
  /** The IANA time zone of the consultation. Before the booking, that of the attorney, or the firm's if any attorney of a pool may take it. */
  time_zone: string;
};

export type BookByLinkBody = {
  /** When the consultation starts. */
  start_at: string;
};

export type BookByLinkInput = {
  body: BookByLinkBody;
};

export type UpdateByLinkBody = {
  /** When the consultation starts. */
  start_at?: string;
  /** `canceled` cancels the consultation. */
  status?: "canceled";
};

export type UpdateByLinkInput = {
  body: UpdateByLinkBody;
  headers?: {
    /** The `etag` that the change requires, with its quotes. Also a list of them, or `*` for any. */
    "If-Match"?: string;
  };
};

export type GetLinkCalendarFileResult = string;

export type UpdateFirmBody = {
  /** The name, for people. At most 200 characters. */
  name?: string;
  /** An IANA time zone, such as `America/New_York`. At most 100 characters. */
  time_zone?: string;
  /** The country of phone numbers without a country code, as ISO 3166-1 alpha-2. Territories without phone numbers of their own, such as AQ, are refused. */
  default_country?: string;
  /** The phone number at which clients reach the firm, shown on the page of their links. In E.164 if it is a valid number; null for none. At most 40 characters. */
  contact_phone?: string | null;
  /** The currency of amounts that are set from now on, an active ISO 4217 code; null for none. Amounts that are already set keep their currency. */
  currency?: string | null;
  /** Where consultations take place if neither the booking nor the type has a location; null for none. At most 300 characters. */
  location?: string | null;
  /** The stages of a lead, in order. New leads start in the first one that is not terminal. At most 50 entries. */
  stages?: {
    /** A key that the firm chooses; never changes. At most 64 characters. */
    key: string;
    /** The name, for people. At most 200 characters. */
    name: string;
    /** Whether leads in this stage are closed. Default: `false`. */
    terminal?: boolean;
  }[];
  /** The fields that the firm defines for the `data` of its leads. At most 100 entries. */
  lead_fields?: {
    /** A key that the firm chooses; never changes. At most 64 characters. */
    key: string;
    /** The name of the field, for people. At most 200 characters. */
    label: string;
    /** The type of the field's values. */
    type: "text" | "number" | "boolean" | "date" | "select";
    /** The distinct values of a `select` field. Empty for any other type. At most 200 entries. Default: `[]`. */
    options?: string[];
  }[];
  /** The fields that the firm defines for the `data` of its consultations. At most 100 entries. */
  consultation_fields?: {
    /** A key that the firm chooses; never changes. At most 64 characters. */
    key: string;
    /** The name of the field, for people. At most 200 characters. */
    label: string;
    /** The type of the field's values. */
    type: "text" | "number" | "boolean" | "date" | "select";
    /** The distinct values of a `select` field. Empty for any other type. At most 200 entries. Default: `[]`. */
    options?: string[];
  }[];
  /** The types of consultation that the firm offers. A booking or hold with the key of a type takes the fields that it omits from that type. At most 50 entries. */
  consultation_types?: {
    /** A key that the firm chooses; never changes. At most 64 characters. */
    key: string;
    /** The name, for people. At most 200 characters. */
    name: string;
    /** The duration in minutes. 5 to 1440. */
    duration_min: number;
    /** The price in the firm's currency; null when there is none. 0 to 9007199254740991. Default: `null`. */
    amount?: number | null;
    /** Where consultations of this type take place if the booking has no location; null for the firm's location. At most 300 characters. */
    location?: string | null;
    /** The ids of the attorneys in the pool, any of whom may take a consultation of this type. Null for every attorney who can be booked, at most the first 20 by creation. At most 20 entries. Default: `null`. */
    attorney_ids?: string[] | null;
    /** Minutes before the start at which `consultation.reminder_due` is emitted. A change applies to consultations that are booked or moved afterwards. Empty for no reminders; in a type, null for the firm's. At most 5 entries. Default: `null`. */
    reminders_min?: number[] | null;
  }[];
  /** Limits on when and how often consultations can be booked. In a member, null means the firm's rule; in the firm, no rule. */
  booking_rules?: {
    /** The least number of minutes between the request and the start. Null for no rule, or in a member for the firm's. 0 to 527040. */
    min_notice_min?: number | null;
    /** The greatest number of days ahead that can be booked. Null for no rule, or in a member for the firm's. 1 to 36500. */
    max_advance_days?: number | null;
    /** The minutes that stay free between two consultations of an attorney. Null for no rule, or in a member for the firm's. 0 to 1440. */
    buffer_min?: number | null;
    /** The greatest number of consultations on a day of the attorney, in the attorney's time zone. Null for no rule, or in a member for the firm's. 1 to 1000. */
    max_per_day?: number | null;
  };
  /** Minutes before the start at which `consultation.reminder_due` is emitted. A change applies to consultations that are booked or moved afterwards. Empty for no reminders; in a type, null for the firm's. At most 5 entries. */
  reminders_min?: number[];
  /** What clients may do with links. While it is not enabled, clients can change nothing. */
  self_service?: {
    /** Whether clients may book, move and cancel with links. */
    enabled?: boolean;
    /** The least number of minutes before the start at which clients may still move a consultation; null for no limit. 0 to 527040. */
    reschedule_notice_min?: number | null;
    /** The least number of minutes before the start at which clients may still cancel; null for no limit. 0 to 527040. */
    cancel_notice_min?: number | null;
    /** How often clients may move a consultation, with all its links together; null for no limit. 0 to 100. */
    max_reschedules?: number | null;
    /** The language of the page of links. Null for the browser's language if the page has it, otherwise English. */
    language?: "en" | "es" | "de" | "fr" | null;
  };
  /** Rules by which new leads go to members in turn and get a deadline for the first contact. The first rule that fits a lead counts. At most 50 entries. */
  routing?: {
    /** A key that the firm chooses; never changes. At most 64 characters. */
    key: string;
    /** Conditions on the lead's `source` and `data`, such as `data.case_type`, all of which must hold. Without conditions, the rule fits every lead. At most 10 entries. */
    when?: {
      /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
      path: string;
      /** Holds if the value at the path equals this value. At most 4000 characters. -9007199254740991 to 9007199254740991. */
      equals?: string | number | boolean;
      /** Holds if the value at the path is one of these values. At most 50 entries. */
      in?: (string | number | boolean)[];
      /** `true` holds if the value at the path is not blank, `false` if it is blank or missing. */
      present?: boolean;
    }[];
    /** The members who take turns. The first lead goes to the first of the greatest weight. At most 20 entries. */
    members: {
      /** The id of the member. */
      id: string;
      /** The member's share of the turns, beside the others' weights. 1 to 20. Default: `1`. */
      weight?: number;
    }[];
    /** The minutes from `captured_at` within which the lead is to be contacted; null for no deadline. 1 to 10080. Default: `null`. */
    respond_within_min?: number | null;
    /** Which minutes count: `always` all, `office_hours` those in which an active member of the rule works. Default: `"always"`. */
    clock?: "always" | "office_hours";
    /** What happens at the deadline of a lead that nobody has contacted: `none`, or `next` to assign it to the next member in turn, with a new deadline, at most three times. Default: `"none"`. */
    escalate?: "none" | "next";
  }[];
  /** Whether leads are checked for conflicts of interest before they can be booked. */
  conflict_gate?: {
    /** Whether the firm has a conflict gate. */
    enabled?: boolean;
    /** `all`: only a lead that a person has cleared or waived can be booked. `none`: every lead but a blocked one. */
    required?: "none" | "all";
    /** Whether the service checks each lead that is new, or whose name, email, phone or parties change. */
    auto_check?: boolean;
  };
  /** Days on which no attorney can be booked, in each attorney's own time zone. At most 300 entries. */
  holidays?: {
    /** The first day, as `YYYY-MM-DD`. */
    start_date: string;
    /** The last day, as `YYYY-MM-DD`, not before `start_date`. */
    end_date: string;
    /** The name, for people. At most 200 characters. Default: `""`. */
    name?: string;
  }[];
};

export type UpdateFirmInput = {
  body?: UpdateFirmBody;
  headers?: {
    /** The version that the change requires, in quotes: `"3"`. Also a list of versions, or `*` for any. */
    "If-Match"?: string;
  };
};

export type CreateMemberBody = {
  /** The name, for people. At most 200 characters. */
  name: string;
  /** An email address in lower case; empty when there is none. At most 254 characters. Default: `""`. */
  email?: string | "";
  /** The member's role, for people. At most 100 characters. Default: `""`. */
  role?: string;
  /** Whether the member can be booked. Default: `false`. */
  schedulable?: boolean;
  /** Whether the member works at the firm. An inactive member can be neither assigned nor booked. Default: `true`. */
  active?: boolean;
  /** What the member may do after signing in: `read`, `work` (also change leads and consultations) or `manage` (everything); null if the member cannot sign in. Default: `null`. */
  access?: "read" | "work" | "manage" | null;
  /** An IANA time zone, such as `America/New_York`. At most 100 characters. */
  time_zone?: string;
  /** Weekly windows in the member's own time zone. They may touch but not overlap. At most 70 entries. Default: `[]`. */
  office_hours?: {
    /** The day of the week, from 1 (Monday) to 7 (Sunday). 1 to 7. */
    weekday: number;
    /** The local time at which the window starts, such as `09:00`. */
    start: string;
    /** The local time at which the window ends, after `start`; `24:00` for the end of the day. */
    end: string;
  }[];
  /** Office hours of single dates in the member's own time zone. They replace the weekly ones on that date. A date may be named once, and must not be past. At most 60 entries. Default: `[]`. */
  date_hours?: {
    /** The date, as `YYYY-MM-DD`. */
    date: string;
    /** The windows of that date. They may touch but not overlap. An empty list closes the date. At most 10 entries. */
    windows: {
      /** The local time at which the window starts, such as `09:00`. */
      start: string;
      /** The local time at which the window ends, after `start`; `24:00` for the end of the day. */
      end: string;
    }[];
  }[];
  /** The member's absences: whole days in the member's time zone, or periods between two instants. At most 300 entries. */
  time_off?: ({
    /** The first day, as `YYYY-MM-DD`. */
    start_date: string;
    /** The last day, as `YYYY-MM-DD`, not before `start_date`. */
    end_date: string;
    /** The reason, for people. At most 500 characters. Default: `""`. */
    reason?: string;
  } | {
    /** When the absence starts. */
    start_at: string;
    /** When the absence ends (exclusive), after `start_at`. */
    end_at: string;
    /** The reason, for people. At most 500 characters. Default: `""`. */
    reason?: string;
  })[];
  /** Limits on when and how often consultations can be booked. In a member, null means the firm's rule; in the firm, no rule. Default: `{}`. */
  booking_rules?: {
    /** The least number of minutes between the request and the start. Null for no rule, or in a member for the firm's. 0 to 527040. */
    min_notice_min?: number | null;
    /** The greatest number of days ahead that can be booked. Null for no rule, or in a member for the firm's. 1 to 36500. */
    max_advance_days?: number | null;
    /** The minutes that stay free between two consultations of an attorney. Null for no rule, or in a member for the firm's. 0 to 1440. */
    buffer_min?: number | null;
    /** The greatest number of consultations on a day of the attorney, in the attorney's time zone. Null for no rule, or in a member for the firm's. 1 to 1000. */
    max_per_day?: number | null;
  };
};

export type CreateMemberInput = {
  body: CreateMemberBody;
};

export type ListMembersQuery = {
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
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
  /** The name, for people. At most 200 characters. */
  name?: string;
  /** An email address in lower case; empty when there is none. At most 254 characters. */
  email?: string | "";
  /** The member's role, for people. At most 100 characters. */
  role?: string;
  /** Whether the member can be booked. */
  schedulable?: boolean;
  /** Whether the member works at the firm. An inactive member can be neither assigned nor booked. */
  active?: boolean;
  /** What the member may do after signing in: `read`, `work` (also change leads and consultations) or `manage` (everything); null if the member cannot sign in. */
  access?: "read" | "work" | "manage" | null;
  /** An IANA time zone, such as `America/New_York`. At most 100 characters. */
  time_zone?: string;
  /** Weekly windows in the member's own time zone. They may touch but not overlap. At most 70 entries. */
  office_hours?: {
    /** The day of the week, from 1 (Monday) to 7 (Sunday). 1 to 7. */
    weekday: number;
    /** The local time at which the window starts, such as `09:00`. */
    start: string;
    /** The local time at which the window ends, after `start`; `24:00` for the end of the day. */
    end: string;
  }[];
  /** Office hours of single dates in the member's own time zone. They replace the weekly ones on that date. A date may be named once, and must not be past. At most 60 entries. */
  date_hours?: {
    /** The date, as `YYYY-MM-DD`. */
    date: string;
    /** The windows of that date. They may touch but not overlap. An empty list closes the date. At most 10 entries. */
    windows: {
      /** The local time at which the window starts, such as `09:00`. */
      start: string;
      /** The local time at which the window ends, after `start`; `24:00` for the end of the day. */
      end: string;
    }[];
  }[];
  /** The member's absences: whole days in the member's time zone, or periods between two instants. At most 300 entries. */
  time_off?: ({
    /** The first day, as `YYYY-MM-DD`. */
    start_date: string;
    /** The last day, as `YYYY-MM-DD`, not before `start_date`. */
    end_date: string;
    /** The reason, for people. At most 500 characters. Default: `""`. */
    reason?: string;
  } | {
    /** When the absence starts. */
    start_at: string;
    /** When the absence ends (exclusive), after `start_at`. */
    end_at: string;
    /** The reason, for people. At most 500 characters. Default: `""`. */
    reason?: string;
  })[];
  /** Limits on when and how often consultations can be booked. In a member, null means the firm's rule; in the firm, no rule. */
  booking_rules?: {
    /** The least number of minutes between the request and the start. Null for no rule, or in a member for the firm's. 0 to 527040. */
    min_notice_min?: number | null;
    /** The greatest number of days ahead that can be booked. Null for no rule, or in a member for the firm's. 1 to 36500. */
    max_advance_days?: number | null;
    /** The minutes that stay free between two consultations of an attorney. Null for no rule, or in a member for the firm's. 0 to 1440. */
    buffer_min?: number | null;
    /** The greatest number of consultations on a day of the attorney, in the attorney's time zone. Null for no rule, or in a member for the firm's. 1 to 1000. */
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
    /** The version that the change requires, in quotes: `"3"`. Also a list of versions, or `*` for any. */
    "If-Match"?: string;
  };
};

export type CreateSourceBody = {
  /** A key that the firm chooses; never changes. At most 100 characters. */
  key: string;
  /** The name, for people. At most 200 characters. */
  name: string;
  /** Paths of texts that contain JSON, which is parsed before the mapping reads it. At most 20 entries. Default: `[]`. */
  json_fields?: string[];
  /** The place of each field of a lead in the posts of the sender. The names are `first_name`, `last_name`, `full_name`, `email`, `phone`, `external_id`, `captured_at`, `parties.adverse`, `parties.related`, and `data.<key>` for a field that the firm defines. */
  mapping?: Record<string, string | string[] | {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path?: string;
    /** Paths to try in order; the first one with a value counts. At most 10 entries. */
    paths?: string[];
    /** A constant value, which needs no path. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    value?: string | number | boolean;
    /** The value for a new lead if there is no value at the paths. It must fit the field. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    fallback?: string | number | boolean;
  }>;
  /** What happens to a delivery that sends a value of `data` that does not fit its field, or a name that is too long: `reject` rejects the delivery, `omit` omits the value or cuts the name. Constants and fallbacks of the mapping that no longer fit are always omitted, and so is an email or phone that cannot be used while the other one remains. Default: `"reject"`. */
  invalid_data?: "reject" | "omit";
  /** Conditions for a delivery to become a lead. If one does not hold, the delivery is `ignored`. At most 10 entries. */
  accept_when?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** Holds if the value at the path equals this value. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    equals?: string | number | boolean;
    /** Holds if the value at the path is one of these values. At most 50 entries. */
    in?: (string | number | boolean)[];
    /** `true` holds if the value at the path is not blank, `false` if it is blank or missing. */
    present?: boolean;
  }[];
  /** Conditions for a delivery to be a test. If all hold, the delivery becomes no lead. Without conditions, no delivery is a test. At most 10 entries. */
  test_when?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** Holds if the value at the path equals this value. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    equals?: string | number | boolean;
    /** Holds if the value at the path is one of these values. At most 50 entries. */
    in?: (string | number | boolean)[];
    /** `true` holds if the value at the path is not blank, `false` if it is blank or missing. */
    present?: boolean;
  }[];
  /** How the sender signs its deliveries; null if no signature is required. Default: `null`. */
  signature?: {
    /** The name of the header that carries the signature. At most 100 characters. */
    header: string;
    /** The hash function of the HMAC. Default: `"sha256"`. */
    algorithm?: "sha256" | "sha1";
    /** The encoding of the signature. Default: `"hex"`. */
    encoding?: "hex" | "base64";
    /** The text before the signature in the header, such as `sha256=`. At most 50 characters. Default: `""`. */
    prefix?: string;
    /** The shared secret; responses mask it. At most 500 characters. */
    secret: string;
  } | null;
  /** A secret that the sender includes in its posts; null if none is required. Default: `null`. */
  body_secret?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** The secret; responses mask it. At most 500 characters. */
    value: string;
  } | null;
  /** The origins of pages with forms that may post with the key in the address. Empty for any origin. At most 20 entries. */
  allowed_origins?: string[];
  /** The page to which a browser is redirected after its form was accepted; null for none. At most 2000 characters. Default: `null`. */
  redirect_url?: string | null;
  /** The page to which a browser is redirected after its form was rejected, with `delivery_id` and `reason` as query parameters; null for none. At most 2000 characters. Default: `null`. */
  error_redirect_url?: string | null;
  /** With the key of a consultation type as `type`, each lead that a delivery creates gets a link to book a consultation of that type; null for none. Default: `null`. */
  booking?: {
    /** The type. At most 200 characters. */
    type: string;
  } | null;
  /** The response to a rejected delivery: `error` for its error, `accepted` for 202. Default: `"error"`. */
  rejected_answer?: "error" | "accepted";
  /** The member to whom new leads of the source are assigned while the member is active; null for nobody. Default: `null`. */
  default_assignee_id?: string | null;
  /** Whether the source's keys work. Default: `true`. */
  enabled?: boolean;
  /** The rate limit of each key, in requests a minute. As long as none is set: 60 for a source with `allowed_origins`, whose key anyone can read in a page, and 1,200 for any other. 1 to 60000. */
  requests_per_minute?: number;
};

export type CreateSourceInput = {
  body: CreateSourceBody;
};

export type CreateSourceResult = Source & {
  /** The ingestion key of the source. Only this response shows it. */
  ingestion_key: string;
};

export type ListSourcesQuery = {
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
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
  /** The name, for people. At most 200 characters. */
  name?: string;
  /** Paths of texts that contain JSON, which is parsed before the mapping reads it. At most 20 entries. */
  json_fields?: string[];
  /** The place of each field of a lead in the posts of the sender. The names are `first_name`, `last_name`, `full_name`, `email`, `phone`, `external_id`, `captured_at`, `parties.adverse`, `parties.related`, and `data.<key>` for a field that the firm defines. */
  mapping?: Record<string, string | string[] | {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path?: string;
    /** Paths to try in order; the first one with a value counts. At most 10 entries. */
    paths?: string[];
    /** A constant value, which needs no path. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    value?: string | number | boolean;
    /** The value for a new lead if there is no value at the paths. It must fit the field. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    fallback?: string | number | boolean;
  }>;
  /** What happens to a delivery that sends a value of `data` that does not fit its field, or a name that is too long: `reject` rejects the delivery, `omit` omits the value or cuts the name. Constants and fallbacks of the mapping that no longer fit are always omitted, and so is an email or phone that cannot be used while the other one remains. */
  invalid_data?: "reject" | "omit";
  /** Conditions for a delivery to become a lead. If one does not hold, the delivery is `ignored`. At most 10 entries. */
  accept_when?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** Holds if the value at the path equals this value. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    equals?: string | number | boolean;
    /** Holds if the value at the path is one of these values. At most 50 entries. */
    in?: (string | number | boolean)[];
    /** `true` holds if the value at the path is not blank, `false` if it is blank or missing. */
    present?: boolean;
  }[];
  /** Conditions for a delivery to be a test. If all hold, the delivery becomes no lead. Without conditions, no delivery is a test. At most 10 entries. */
  test_when?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** Holds if the value at the path equals this value. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    equals?: string | number | boolean;
    /** Holds if the value at the path is one of these values. At most 50 entries. */
    in?: (string | number | boolean)[];
    /** `true` holds if the value at the path is not blank, `false` if it is blank or missing. */
    present?: boolean;
  }[];
  /** How the sender signs its deliveries; null if no signature is required. */
  signature?: {
    /** The name of the header that carries the signature. At most 100 characters. */
    header: string;
    /** The hash function of the HMAC. Default: `"sha256"`. */
    algorithm?: "sha256" | "sha1";
    /** The encoding of the signature. Default: `"hex"`. */
    encoding?: "hex" | "base64";
    /** The text before the signature in the header, such as `sha256=`. At most 50 characters. Default: `""`. */
    prefix?: string;
    /** The shared secret. The mask that responses show keeps the stored secret. At most 500 characters. */
    secret: string;
  } | null;
  /** A secret that the sender includes in its posts; null if none is required. */
  body_secret?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** The secret; responses mask it. At most 500 characters. */
    value: string;
  } | null;
  /** The origins of pages with forms that may post with the key in the address. Empty for any origin. At most 20 entries. */
  allowed_origins?: string[];
  /** The page to which a browser is redirected after its form was accepted; null for none. At most 2000 characters. */
  redirect_url?: string | null;
  /** The page to which a browser is redirected after its form was rejected, with `delivery_id` and `reason` as query parameters; null for none. At most 2000 characters. */
  error_redirect_url?: string | null;
  /** With the key of a consultation type as `type`, each lead that a delivery creates gets a link to book a consultation of that type; null for none. */
  booking?: {
    /** The type. At most 200 characters. */
    type: string;
  } | null;
  /** The response to a rejected delivery: `error` for its error, `accepted` for 202. */
  rejected_answer?: "error" | "accepted";
  /** The member to whom new leads of the source are assigned while the member is active; null for nobody. */
  default_assignee_id?: string | null;
  /** Whether the source's keys work. */
  enabled?: boolean;
  /** The rate limit of each key, in requests a minute. As long as none is set: 60 for a source with `allowed_origins`, whose key anyone can read in a page, and 1,200 for any other. 1 to 60000. */
  requests_per_minute?: number;
};

export type UpdateSourceInput = {
  path: {
    /** The id of the source, a UUID. */
    id: string;
  };
  body?: UpdateSourceBody;
  headers?: {
    /** The version that the change requires, in quotes: `"3"`. Also a list of versions, or `*` for any. */
    "If-Match"?: string;
  };
};

export type RotateSourceKeyBody = {
  /** Hours for which the previous key still works, 24 by default. 0 to 168. Default: `24`. */
  old_key_valid_hours?: number;
};

export type RotateSourceKeyInput = {
  path: {
    /** The id of the source, a UUID. */
    id: string;
  };
  body?: RotateSourceKeyBody;
  headers?: {
    /** The version that the change requires, in quotes: `"3"`. Also a list of versions, or `*` for any. */
    "If-Match"?: string;
  };
};

export type RotateSourceKeyResult = Source & {
  /** The ingestion key of the source. Only this response shows it. */
  ingestion_key: string;
};

export type PreviewInboundDeliveryBody = {
  /** The JSON that a sender would post. Required without `delivery_id`. */
  payload?: unknown;
  /** The id of the delivery. */
  delivery_id?: string;
  /** The place of each field of a lead in the posts of the sender. The names are `first_name`, `last_name`, `full_name`, `email`, `phone`, `external_id`, `captured_at`, `parties.adverse`, `parties.related`, and `data.<key>` for a field that the firm defines. */
  mapping?: Record<string, string | string[] | {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path?: string;
    /** Paths to try in order; the first one with a value counts. At most 10 entries. */
    paths?: string[];
    /** A constant value, which needs no path. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    value?: string | number | boolean;
    /** The value for a new lead if there is no value at the paths. It must fit the field. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    fallback?: string | number | boolean;
  }>;
  /** Paths of texts that contain JSON, which is parsed before the mapping reads it. At most 20 entries. */
  json_fields?: string[];
  /** What happens to a delivery that sends a value of `data` that does not fit its field, or a name that is too long: `reject` rejects the delivery, `omit` omits the value or cuts the name. Constants and fallbacks of the mapping that no longer fit are always omitted, and so is an email or phone that cannot be used while the other one remains. */
  invalid_data?: "reject" | "omit";
  /** Conditions for a delivery to become a lead. If one does not hold, the delivery is `ignored`. At most 10 entries. */
  accept_when?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** Holds if the value at the path equals this value. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    equals?: string | number | boolean;
    /** Holds if the value at the path is one of these values. At most 50 entries. */
    in?: (string | number | boolean)[];
    /** `true` holds if the value at the path is not blank, `false` if it is blank or missing. */
    present?: boolean;
  }[];
  /** Conditions for a delivery to be a test. If all hold, the delivery becomes no lead. Without conditions, no delivery is a test. At most 10 entries. */
  test_when?: {
    /** A path such as `contact.email`, `answers[0].value` or `answers[field.ref=email].email`. At most 500 characters. */
    path: string;
    /** Holds if the value at the path equals this value. At most 4000 characters. -9007199254740991 to 9007199254740991. */
    equals?: string | number | boolean;
    /** Holds if the value at the path is one of these values. At most 50 entries. */
    in?: (string | number | boolean)[];
    /** `true` holds if the value at the path is not blank, `false` if it is blank or missing. */
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
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only deliveries with this outcome. */
  outcome?: "created" | "updated" | "duplicate" | "ignored" | "test" | "rejected";
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

export type ReplayInboundDeliveryBody = {  };

export type ReplayInboundDeliveryInput = {
  path: {
    /** The id of the source, a UUID. */
    id: string;
    /** The id of the delivery, a UUID. */
    deliveryId: string;
  };
  body?: ReplayInboundDeliveryBody;
};

export type DismissInboundDeliveryBody = {  };

export type DismissInboundDeliveryInput = {
  path: {
    /** The id of the source, a UUID. */
    id: string;
    /** The id of the delivery, a UUID. */
    deliveryId: string;
  };
  body?: DismissInboundDeliveryBody;
};

export type ReplayInboundDeliveriesQuery = {
  /** The `next_cursor` of the previous page. */
  cursor?: string;
};

export type ReplayInboundDeliveriesBody = {
  /** The start of the range (inclusive), with `Z` or an offset. */
  since: string;
  /** The end of the range (exclusive), with `Z` or an offset, not before `since`. The default is now. */
  until?: string;
  /** The outcome of the deliveries to replay. The default is `rejected`. Default: `"rejected"`. */
  outcome?: "rejected" | "ignored";
  /** How many deliveries a call replays at most. 1 to 100. Default: `100`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string | null;
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
    /** The id of the delivery. */
    delivery_id: string;
    /** The outcome of the replay. */
    outcome: "created" | "updated" | "duplicate" | "ignored" | "test" | "rejected";
    /** The id of the delivery's lead; null when there is none. */
    leadId: string | null;
    /** Whether the service itself could not process the delivery. If so, the delivery and its outcome are unchanged. */
    failed: boolean;
  }[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type CreateKeyBody = {
  /** The name, for people. At most 200 characters. */
  name: string;
  /** The scopes of the key. At most 100 entries. */
  scopes: ("leads:read" | "leads:write" | "consultations:read" | "consultations:write" | "events:read" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write" | "conflicts:read" | "conflicts:write" | "reports:read")[];
  /** The rate limit of each key, in requests a minute. 1 to 60000. Default: `1200`. */
  requests_per_minute?: number;
};

export type CreateKeyInput = {
  body: CreateKeyBody;
};

export type CreateKeyResult = ApiKey & {
  /** The key itself. Only this response shows it. */
  key: string;
};

export type ListKeysQuery = {
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
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
  /** The name, for people. At most 200 characters. */
  name?: string;
  /** The scopes of the key. At most 100 entries. */
  scopes?: ("leads:read" | "leads:write" | "consultations:read" | "consultations:write" | "events:read" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write" | "conflicts:read" | "conflicts:write" | "reports:read")[];
  /** Whether the key works. */
  enabled?: boolean;
  /** The rate limit of each key, in requests a minute. 1 to 60000. */
  requests_per_minute?: number;
};

export type UpdateKeyInput = {
  path: {
    /** The id of the key, a UUID. */
    id: string;
  };
  body?: UpdateKeyBody;
  headers?: {
    /** The version that the change requires, in quotes: `"3"`. Also a list of versions, or `*` for any. */
    "If-Match"?: string;
  };
};

export type DeleteKeyInput = {
  path: {
    /** The id of the key, a UUID. */
    id: string;
  };
  headers?: {
    /** The version that the change requires, in quotes: `"3"`. Also a list of versions, or `*` for any. */
    "If-Match"?: string;
  };
};

export type ListEventsQuery = {
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** Only events of this type. */
  type?: "lead.created" | "lead.archived" | "lead.merged" | "lead.contact_due" | "lead.response_overdue" | "lead.status_changed" | "lead.assigned" | "lead.updated" | "lead.conflict_checked" | "lead.conflict_decided" | "lead.conflict_lapsed" | "lead.duplicate_found" | "lead.activity_added" | "lead.contacted" | "consultation.booked" | "consultation.rescheduled" | "consultation.canceled" | "consultation.completed" | "consultation.no_show" | "consultation.updated" | "consultation.archived" | "consultation.reminder_due" | "consultation.busy_overlap" | "calendar.stale" | "delivery.rejected";
  /** The history of the lead with this id, however old. Goes with `type` and `actor`, not with `record` or `after`. */
  lead?: string;
  /** Only events of the lead or consultation with this id, or of the calendars of the attorney with this id. */
  record?: string;
  /** Only events that the member, API key, source or link with this id caused. */
  actor?: string;
  /** The `latest` of an earlier response. Lists the events after that position, oldest first. */
  after?: string;
};

export type ListEventsInput = {
  query?: ListEventsQuery;
};

export type ListEventsResult = {
  /** The entries of the page. */
  data: IntakeEvent[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
  /** The last position in the log. Send it as `after` to continue from there. */
  latest: string;
};

export type GetEventInput = {
  path: {
    /** The id of the event, a UUID. */
    id: string;
  };
};

export type CreateWebhookBody = {
  /** The public address that receives the events, without a user name. At most 2000 characters. */
  url: string;
  /** The event types that the endpoint receives; `*` for all types, including future ones. At most 100 entries. */
  events: ("*" | "lead.created" | "lead.archived" | "lead.merged" | "lead.contact_due" | "lead.response_overdue" | "lead.status_changed" | "lead.assigned" | "lead.updated" | "lead.conflict_checked" | "lead.conflict_decided" | "lead.conflict_lapsed" | "lead.duplicate_found" | "lead.activity_added" | "lead.contacted" | "consultation.booked" | "consultation.rescheduled" | "consultation.canceled" | "consultation.completed" | "consultation.no_show" | "consultation.updated" | "consultation.archived" | "consultation.reminder_due" | "consultation.busy_overlap" | "calendar.stale" | "delivery.rejected")[];
  /** A note for people. At most 500 characters. Default: `""`. */
  description?: string;
  /** Additional headers of each request. Headers that the service sets are not allowed. Responses mask the values. Default: `{}`. */
  headers?: Record<string, string>;
  /** Whether events are sent to the endpoint. Default: `true`. */
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
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
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
  /** The public address that receives the events, without a user name. At most 2000 characters. */
  url?: string;
  /** The event types that the endpoint receives; `*` for all types, including future ones. At most 100 entries. */
  events?: ("*" | "lead.created" | "lead.archived" | "lead.merged" | "lead.contact_due" | "lead.response_overdue" | "lead.status_changed" | "lead.assigned" | "lead.updated" | "lead.conflict_checked" | "lead.conflict_decided" | "lead.conflict_lapsed" | "lead.duplicate_found" | "lead.activity_added" | "lead.contacted" | "consultation.booked" | "consultation.rescheduled" | "consultation.canceled" | "consultation.completed" | "consultation.no_show" | "consultation.updated" | "consultation.archived" | "consultation.reminder_due" | "consultation.busy_overlap" | "calendar.stale" | "delivery.rejected")[];
  /** A note for people. At most 500 characters. */
  description?: string;
  /** Additional headers of each request. Headers that the service sets are not allowed. Responses mask the values. */
  headers?: Record<string, string>;
  /** Whether events are sent to the endpoint. */
  enabled?: boolean;
};

export type UpdateWebhookInput = {
  path: {
    /** The id of the webhook, a UUID. */
    id: string;
  };
  body?: UpdateWebhookBody;
  headers?: {
    /** The version that the change requires, in quotes: `"3"`. Also a list of versions, or `*` for any. */
    "If-Match"?: string;
  };
};

export type DeleteWebhookInput = {
  path: {
    /** The id of the webhook, a UUID. */
    id: string;
  };
  headers?: {
    /** The version that the change requires, in quotes: `"3"`. Also a list of versions, or `*` for any. */
    "If-Match"?: string;
  };
};

export type RotateWebhookSecretBody = {  };

export type RotateWebhookSecretInput = {
  path: {
    /** The id of the webhook, a UUID. */
    id: string;
  };
  body?: RotateWebhookSecretBody;
  headers?: {
    /** The version that the change requires, in quotes: `"3"`. Also a list of versions, or `*` for any. */
    "If-Match"?: string;
  };
};

export type RotateWebhookSecretResult = Webhook & {
  /** The secret that signs requests; only this response shows it. */
  secret: string;
};

export type SendTestEventBody = {
  /** The event type to send an example of. Without it, `webhook.test` is sent. */
  type?: "lead.created" | "lead.archived" | "lead.merged" | "lead.contact_due" | "lead.response_overdue" | "lead.status_changed" | "lead.assigned" | "lead.updated" | "lead.conflict_checked" | "lead.conflict_decided" | "lead.conflict_lapsed" | "lead.duplicate_found" | "lead.activity_added" | "lead.contacted" | "consultation.booked" | "consultation.rescheduled" | "consultation.canceled" | "consultation.completed" | "consultation.no_show" | "consultation.updated" | "consultation.archived" | "consultation.reminder_due" | "consultation.busy_overlap" | "calendar.stale" | "delivery.rejected";
};

export type SendTestEventInput = {
  path: {
    /** The id of the webhook, a UUID. */
    id: string;
  };
  body?: SendTestEventBody;
};

export type ListWebhookDeliveriesQuery = {
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
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

export type RedeliverWebhookBody = {  };

export type RedeliverWebhookInput = {
  path: {
    /** The id of the webhook, a UUID. */
    id: string;
    /** The id of the delivery, a UUID. */
    deliveryId: string;
  };
  body?: RedeliverWebhookBody;
};

export type RecoverDeliveriesQuery = {
  /** The `next_cursor` of the previous page. */
  cursor?: string;
};

export type RecoverDeliveriesBody = {
  /** The start of the range (inclusive), with `Z` or an offset. */
  since: string;
  /** The end of the range (exclusive), with `Z` or an offset, not before `since`. The default is now. */
  until?: string;
  /** The states of the deliveries to send again, by default both. At most 100 entries. */
  states?: ("failed" | "skipped")[];
  /** Whether to send also events that were never sent to the endpoint. The default is `false`. Default: `false`. */
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

export type PushBusyTimesBody = {
  /** The first instant of the window that the push replaces, with its zone; not before yesterday (UTC). */
  from: string;
  /** The end of the window (exclusive): at most 31 days after `from`, and 400 days ahead. */
  to: string;
  /** The busy times in the window. Times beyond it are cut to it. At most 500 entries. */
  busy: {
    /** When the busy time starts. */
    start_at: string;
    /** When it ends (exclusive). */
    end_at: string;
    /** The UID of the event in its calendar. A busy time with the UID of a consultation's calendar file is left out. */
    uid?: string;
  }[];
  /** Minutes after `as_of` without another push after which the calendar counts as stale. 5 to 43200. */
  stale_after_min?: number;
  /** When the sender read the calendar; by default now. */
  as_of?: string;
};

export type PushBusyTimesInput = {
  path: {
    /** The id of the attorney, a UUID. */
    id: string;
    /** The name of the calendar. */
    calendar: string;
  };
  body: PushBusyTimesBody;
};

export type PushBusyTimesResult = {
  /** The name of the calendar. */
  calendar: string;
  /** The number of UTC dates on which the calendar's busy times are other than before. */
  changed_days: number;
  /** The ids of the open consultations that the calendar's times in the window overlap. */
  overlapping: string[];
  /** The instant from which the calendar counts as stale; null for never. */
  stale_at: string | null;
};

export type ListBusyCalendarsInput = {
  path: {
    /** The id of the attorney, a UUID. */
    id: string;
  };
};

export type ListBusyCalendarsResult = {
  /** The entries of the page. */
  data: {
    /** The name of the calendar. */
    calendar: string;
    /** When the calendar was last read; for a feed that was not read yet, when it was made. */
    as_of: string;
    /** From when the calendar counts as stale; null for never. */
    stale_at: string | null;
    /** Why the calendar could not be read; null when it could. */
    last_error: string | null;
  }[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type DeleteBusyCalendarInput = {
  path: {
    /** The id of the attorney, a UUID. */
    id: string;
    /** The name of the calendar. */
    calendar: string;
  };
};

export type CreateCalendarLinkBody = {
  /** Whether the calendar shows what a consultation is, with whom and where; otherwise it says only "Busy". Default: `false`. */
  names?: boolean;
};

export type CreateCalendarLinkInput = {
  path: {
    /** The id of the member, a UUID. */
    id: string;
  };
  body?: CreateCalendarLinkBody;
};

export type CreateCalendarLinkResult = CalendarLink & {
  /** The address to subscribe to in a calendar. It holds the secret key, `itc_…`. */
  url: string;
};

export type ListCalendarLinksQuery = {
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
};

export type ListCalendarLinksInput = {
  path: {
    /** The id of the member, a UUID. */
    id: string;
  };
  query?: ListCalendarLinksQuery;
};

export type ListCalendarLinksResult = {
  /** The entries of the page. */
  data: CalendarLink[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type DeleteCalendarLinkInput = {
  path: {
    /** The id of the member, a UUID. */
    id: string;
    /** The id of the link, a UUID. */
    linkId: string;
  };
};

export type GetCalendarFeedInput = {
  headers?: {
    /** The `ETag` of the answer that the caller has. Also a list of them, or `*`. */
    "If-None-Match"?: string;
  };
};

export type GetCalendarFeedResult = string;

export type CreateFeedBody = {
  /** The secret address of the calendar. Responses show only its beginning. At most 2000 characters. */
  url: string;
  /** A name for people. At most 200 characters. Default: `""`. */
  name?: string;
};

export type CreateFeedInput = {
  path: {
    /** The id of the member, a UUID. */
    id: string;
  };
  body: CreateFeedBody;
};

export type ListFeedsQuery = {
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
};

export type ListFeedsInput = {
  path: {
    /** The id of the member, a UUID. */
    id: string;
  };
  query?: ListFeedsQuery;
};

export type ListFeedsResult = {
  /** The entries of the page. */
  data: Feed[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type DeleteFeedInput = {
  path: {
    /** The id of the member, a UUID. */
    id: string;
    /** The id of the feed, a UUID. */
    feedId: string;
  };
};

export type CreateSessionBody = {
  /** Whether the browser stays signed in. Default: `false`. */
  keep?: boolean;
};

export type CreateSessionInput = {
  body?: CreateSessionBody;
};

export type ListSessionsQuery = {
  /** The maximum number of entries on a page, 1 to 200. The default is 50; any other value counts as 50. Default: `50`. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
};

export type ListSessionsInput = {
  path: {
    /** The id of the member, a UUID. */
    id: string;
  };
  query?: ListSessionsQuery;
};

export type ListSessionsResult = {
  /** The entries of the page. */
  data: Session[];
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

export type EndSessionInput = {
  path: {
    /** The id of the member, a UUID. */
    id: string;
    /** The id of the session, a UUID. */
    sessionId: string;
  };
};

export type CreateSignInLinkInput = {
  path: {
    /** The id of the member, a UUID. */
    id: string;
  };
};

export type CreateSignInLinkResult = {
  /** The address that the member opens. The token after the `#`, `iti_…`, signs in once. */
  url: string;
  /** The time until which it can be used. */
  expires_at: string;
};

/** One method for each operation of the API, by its `operationId`. */
export interface Operations {
  /**
   * Create a lead in the firm's first open stage.
   *
   * Creates a lead. It starts in the firm's first stage that is not terminal. If the firm has no such stage, the response is
   * 409 `no_open_stage`. A lead needs an email address or a phone number. Its assignee must be an active member. Values of
   * `data` for keys that the firm does not define are dropped; a value that does not fit its field is 422.
   *
   * The first rule of the firm's `routing` that fits the lead sets its `routing_rule` and `respond_by`. If no assignee is
   * named, the lead goes to the member whose turn it is.
   *
   * Emits `lead.created`. Send an `Idempotency-Key`, so that you can repeat the request if its response is lost. The repeat
   * returns 201 with the same lead and creates nothing. The header has no effect on what lead sources deliver: they repeat by
   * the external id.
   *
   * Needs the scope `leads:write`.
   *
   * `POST /api/leads`
   */
  createLead(input: CreateLeadInput, options?: RequestOptions): Promise<Lead>;

  /**
   * List leads, newest first.
   *
   * Lists the firm's leads a page at a time, newest created first. The list has the active leads or, with `archived=true`,
   * the archived ones. `q` finds a lead if each of its words is in the lead's name, email address or phone number, whatever their marks, case and
   * apostrophes: `munoz` finds Muñoz. A filter that no lead can match returns an empty page. With a rare filter, a page may
   * hold fewer leads than `limit`, so continue until `next_cursor` is null.
   *
   * `due=true` finds the leads whose `next_contact_at` has passed, within a minute of it; `awaiting=true` those whose
   * `respond_by` no contact and no booking has ended, overdue ones included, unless they are archived or in a terminal stage.
   *
   * `conflict` is a state in the firm's conflict gate, `unchecked` included; without a gate it is 409
   * `conflict_gate_disabled`. Like `source` and `q` it has no index: a page examines up to 4,000 leads for it, so combine it
   * with `status` or `assignee` in a firm of many leads.
   *
   * `created_from` and `created_to`, like `captured_from` and `captured_to`, are instants: the list has what is at or
   * after the first and before the second.
   *
   * `ids` names up to 50 leads, separated by commas, such as those of a list of consultations. The response is one page of
   * them, archived and merged ones too. Leads that do not exist, or were erased, are absent. No filter can be beside it.
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
   * Returns one lead, archived or not. A lead of another firm is 404 `not_found`, as if it did not exist.
   *
   * Needs the scope `leads:read`.
   *
   * `GET /api/leads/{id}`
   */
  getLead(input: GetLeadInput, options?: RequestOptions): Promise<Lead>;

  /**
   * Change a lead's fields, stage, assignee or data.
   *
   * Changes only the fields that the body names. `status` moves the lead to any of the firm's stages. `assignee_id` assigns
   * it to an active member, or to nobody (null). `data` is merged into the stored data, and null removes a value. The email
   * address can be removed if the lead has a phone number, and the phone number if it has an email address.
   *
   * `next_contact_at` is when somebody wants to contact the person again; null when nobody does. `lead.contact_due` comes
   * within a minute of it, once for each instant that was set: not for one that was replaced before, had passed when it was
   * set, or passed while the lead was archived or in a terminal stage.
   *
   * Emits an event for each kind of change: `lead.status_changed`, `lead.assigned`, and `lead.updated` for everything else.
   * A request that changes nothing returns the lead and emits nothing.
   *
   * Needs the scope `leads:write`.
   *
   * `PATCH /api/leads/{id}`
   */
  updateLead(input: UpdateLeadInput, options?: RequestOptions): Promise<Lead>;

  /**
   * Hide a lead from the active pipeline.
   *
   * Hides a lead, in any stage, from the active pipeline. Nothing is deleted. The lead keeps its stage, data and
   * consultations, can still be read and changed, and is listed with `archived=true`.
   *
   * Emits `lead.archived`. For a lead that is already archived, the request returns it and emits nothing.
   *
   * Needs the scope `leads:write`.
   *
   * `POST /api/leads/{id}/archive`
   */
  archiveLead(input: ArchiveLeadInput, options?: RequestOptions): Promise<Lead>;

  /**
   * Restore an archived lead.
   *
   * Returns an archived lead to the active pipeline, in its present stage.
   *
   * Emits `lead.updated`. For a lead that is not archived, the request returns it and emits nothing.
   *
   * Needs the scope `leads:write`.
   *
   * `POST /api/leads/{id}/unarchive`
   */
  unarchiveLead(input: UnarchiveLeadInput, options?: RequestOptions): Promise<Lead>;

  /**
   * Find leads by email address or phone number.
   *
   * Finds the person who calls or writes. The list has the leads with the given email address or phone number, a page at a
   * time, newest first. If you send both, a lead with either of them is listed. Archived leads are listed too, and so are
   * merged leads, which show `merged_into`.
   *
   * Both values are read as when a lead is created: an email address in any case, and a phone number in any common notation.
   * A number without a country code is read in the firm's `default_country`. Encode a `+` in either of them as `%2B`.
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
   * Lists the newest 20 other leads with the same email address or phone number as this lead. Archived leads are listed;
   * merged and erased ones are not. `matches` says what the two leads have in common. They need not be the same person,
   * because families share phones.
   *
   * Needs the scope `leads:read`.
   *
   * `GET /api/leads/{id}/duplicates`
   */
  listDuplicates(input: ListDuplicatesInput, options?: RequestOptions): Promise<ListDuplicatesResult>;

  /**
   * List the entries of the conflict register, newest first.
   *
   * Lists the register a page at a time, newest created first. `q` finds an entry if each of its words is in the entry's key,
   * names, email address or phone number, whatever their marks, case and apostrophes. With `q`, a page may hold fewer entries
   * than `limit`, so continue until `next_cursor` is null. An entry may be missing for a moment after its creation.
   *
   * Needs the scope `conflicts:read`.
   *
   * `GET /api/conflict-entries`
   */
  readonly listConflictEntries: {
    (input?: ListConflictEntriesInput, options?: RequestOptions): Promise<ListConflictEntriesResult>;
    /** This page and all that follow. */
    pages(input?: ListConflictEntriesInput, options?: RequestOptions): AsyncGenerator<ListConflictEntriesResult, void>;
    /** The entries of this page and of all that follow. */
    items(input?: ListConflictEntriesInput, options?: RequestOptions): AsyncGenerator<ConflictEntry, void>;
  };

  /**
   * Get an entry of the conflict register.
   *
   * Returns one entry by its key, as it was put. A key of another firm, or one that no entry has, is 404 `not_found`.
   *
   * Needs the scope `conflicts:read`.
   *
   * `GET /api/conflict-entries/{key}`
   */
  getConflictEntry(input: GetConflictEntryInput, options?: RequestOptions): Promise<ConflictEntry>;

  /**
   * Create or replace an entry of the conflict register.
   *
   * Puts somebody into the register: what the firm knows beside its leads, such as the clients of its practice system. Checks of
   * leads find entries by their names, aliases, email address and phone number: see the guide
   * Check for conflicts. 201 for a new entry, otherwise 200.
   *
   * The key identifies the entry: the number of the client or of the matter, for example. It has 1 to 100 of `A-Z`, `a-z`,
   * `0-9` and `.` `_` `:` `-`. The body replaces the whole entry; what it leaves out is empty then. The same body again
   * changes nothing. An entry stays, also when a lead is erased, until the firm deletes it.
   *
   * An entry that newly matches a lead whose check found nothing, or that a person has cleared or waived, ends that within a
   * minute, unless the match is only the same person again.
   *
   * Needs the scope `conflicts:write`.
   *
   * `PUT /api/conflict-entries/{key}`
   */
  putConflictEntry(input: PutConflictEntryInput, options?: RequestOptions): Promise<ConflictEntry>;

  /**
   * Delete an entry of the conflict register.
   *
   * Deletes an entry. Later checks do not find it; earlier ones still show it. Its key can be used again.
   *
   * Needs the scope `conflicts:write`.
   *
   * `DELETE /api/conflict-entries/{key}`
   */
  deleteConflictEntry(input: DeleteConflictEntryInput, options?: RequestOptions): Promise<void>;

  /**
   * Create or replace up to 100 entries of the conflict register.
   *
   * Puts up to 100 entries into the register, each as its own PUT would, and says in their order what became of each. A
   * rejected entry leaves what is stored under its key as it is, and does not keep the others out. All others are one write:
   * after an error of the request, nothing of it is stored.
   *
   * A key that an earlier entry of the batch has is rejected, unless both say the same. The same batch again changes nothing,
   * so repeat it if its response is lost: what it has stored is `unchanged` then. A body has at most 64 KB; split a longer list.
   *
   * Needs the scope `conflicts:write`.
   *
   * `POST /api/conflict-entries/batch`
   */
  putConflictEntries(input: PutConflictEntriesInput, options?: RequestOptions): Promise<PutConflictEntriesResult>;

  /**
   * Record a call, a text message, an email, a meeting or a note of a lead.
   *
   * Records what somebody of the firm did or noted of a lead. Nothing changes or deletes an activity. One that names another
   * as `corrects` stands in its place: both are kept, and the corrected one counts for nothing.
   *
   * A *contact* is a call or meeting in which the person was reached, an outgoing call that left a message, and an outgoing
   * text or email unless its outcome is `wrong_number`. The lead's `first_contact_at` is the `at` of the earliest one.
   * A contact ends the lead's deadline (`respond_by`), also if it is corrected later.
   *
   * A call requires `direction` and `outcome`, a note has neither. `at` is 422 if it is before the lead's
   * `captured_at` or more than a minute ahead. `member_id` is any member of the firm, or the one who has signed in.
   *
   * Emits `lead.activity_added`, and `lead.contacted` with the first contact in the lead's life. Send an
   * `Idempotency-Key`, so that you can repeat the request if its response is lost.
   *
   * Needs the scope `leads:write`.
   *
   * `POST /api/leads/{id}/activities`
   */
  createActivity(input: CreateActivityInput, options?: RequestOptions): Promise<Activity>;

  /**
   * List the activities of a lead, newest first.
   *
   * Lists the activities of a lead a page at a time, newest recorded first, with those of the leads that were merged into it.
   * A merged lead lists its own. The list has every activity whose request was answered.
   *
   * Needs the scope `leads:read`.
   *
   * `GET /api/leads/{id}/activities`
   */
  readonly listActivities: {
    (input: ListActivitiesInput, options?: RequestOptions): Promise<ListActivitiesResult>;
    /** This page and all that follow. */
    pages(input: ListActivitiesInput, options?: RequestOptions): AsyncGenerator<ListActivitiesResult, void>;
    /** The entries of this page and of all that follow. */
    items(input: ListActivitiesInput, options?: RequestOptions): AsyncGenerator<Activity, void>;
  };

  /**
   * Check a lead for conflicts of interest.
   *
   * Searches the names, the email and the phone of a lead and of its parties among all leads of the firm and in its register,
   * and stores what it finds. Archived leads and those in final stages count. It decides nothing: `no_match` is no clearance.
   *
   * The lead's `conflict` becomes `no_match` or `matches`. That of a cleared or waived lead stays if nobody matches beyond
   * the check on which that was decided, and that of a blocked lead always. What is stored within the same second may be missing;
   * the clearance then lapses. A check that is repeated is another check, with the same effect. Emits `lead.conflict_checked`.
   *
   * Needs the scope `conflicts:write`.
   *
   * `POST /api/leads/{id}/conflict-checks`
   */
  createConflictCheck(input: CreateConflictCheckInput, options?: RequestOptions): Promise<ConflictCheck>;

  /**
   * List the conflict checks of a lead, newest first.
   *
   * Lists the checks of a lead a page at a time, newest first, with those of the leads that were merged into it. A merged lead
   * lists its own. The list has every check whose request was answered. Nobody can delete one.
   *
   * Needs the scope `conflicts:read`.
   *
   * `GET /api/leads/{id}/conflict-checks`
   */
  readonly listConflictChecks: {
    (input: ListConflictChecksInput, options?: RequestOptions): Promise<ListConflictChecksResult>;
    /** This page and all that follow. */
    pages(input: ListConflictChecksInput, options?: RequestOptions): AsyncGenerator<ListConflictChecksResult, void>;
    /** The entries of this page and of all that follow. */
    items(input: ListConflictChecksInput, options?: RequestOptions): AsyncGenerator<ConflictCheck, void>;
  };

  /**
   * Decide whether the firm may meet a lead.
   *
   * Records what a person has decided on a lead's newest check, which becomes the state in the lead's `conflict`. A later
   * decision on the same check takes the place of the earlier one, which stays in `decisions`.
   *
   * 409 `check_outdated`: the check is not the newest one of the lead, or the lead's name, email, phone or parties have changed
   * since, another lead was merged into it, or its clearance has lapsed. Then check again. The decision that the check already
   * has last, by the same member with the same reason, changes nothing. Emits `lead.conflict_decided`.
   *
   * Needs the scope `conflicts:write`.
   *
   * `POST /api/leads/{id}/conflict-checks/{checkId}/decision`
   */
  decideConflictCheck(input: DecideConflictCheckInput, options?: RequestOptions): Promise<ConflictCheck>;

  /**
   * Merge another lead of the same person into a lead.
   *
   * Merges two leads of the same person in one write. The lead in the path remains. The lead `from` is merged into it:
   *
   * - If the remaining lead lacks an email address, a phone number, an assignee or a value of `data`, it gets that of the
   *   other lead. Everything else stays, also whether it is archived.
   * - The remaining lead gets the other lead's parties too. Its clearance lapses; it is blocked if either lead is.
   * - The consultations of the other lead, at most 40, become those of the remaining lead.
   * - The other lead is archived and shows `merged_into`. It can still be read. Every change of it and every booking for it
   *   is 409 `lead_merged`, whose `details` name the remaining lead as `merged_into`.
   * - What lead sources send for the other lead from now on goes to the remaining lead.
   *
   * A merge cannot be undone. Merging the same lead again returns the remaining lead and emits nothing, so you can repeat
   * the request.
   *
   * The request is 422 naming `from` when the firm has no such lead or has erased it, when it is the lead in the path, when
   * it was merged into another lead, when it has more than 40 consultations, when more than 50 leads would be merged into the
   * lead, or when it would have more than 20 parties.
   *
   * Emits `lead.merged`: `data` is the remaining lead, `previous` has the former values of the fields that were filled, and
   * `merged_from` is the other lead's id. Emits `lead.archived` for the other lead unless it was archived before. Emits
   * `consultation.updated` for each consultation that moves, with its former `lead_id` in `previous`. Emits
   * `lead.duplicate_found` if the remaining lead gets an address or number that a third lead has.
   *
   * Needs the scope `leads:write`.
   *
   * `POST /api/leads/{id}/merge`
   */
  mergeLead(input: MergeLeadInput, options?: RequestOptions): Promise<Lead>;

  /**
   * Create a link with which the client books or manages a consultation; its address is shown only once.
   *
   * Creates a link with which the lead books a consultation of a `type` and manages it afterwards, without an account. With
   * `consultation_id`, the link manages a consultation that is already booked. `attorney_id` names the attorney of the
   * booking; without it, any attorney in the type's pool takes it.
   *
   * Only this response shows `url`. Send it to the client now; the service sends nothing. The part after the `#` is a key,
   * `itl_…`, which browsers do not send to servers.
   *
   * The link can book for `expires_in_hours`, by default one week, and books at most one consultation. Once it has a
   * consultation, `expires_in_hours` has no effect: the link works until 30 days after the end of the consultation, even if
   * the consultation moves.
   *
   * The response is 422 `self_service_not_allowed` unless the firm has enabled `self_service`. It is 422 also for a lead
   * that was merged or erased, and for a consultation that is final or ended more than 30 days ago. Emits nothing.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/leads/{id}/links`
   */
  createLink(input: CreateLinkInput, options?: RequestOptions): Promise<CreateLinkResult>;

  /**
   * List the links of a lead that have not expired, newest first.
   *
   * Lists the links of a lead that have not expired, newest first, without their addresses. Links of leads that were merged
   * into it are listed too. A link that was created or revoked in the last second may still be missing or listed.
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
   * Revoke a link; its consultation stays.
   *
   * Revokes a link. Within 10 seconds, whoever opens it gets 401 `invalid_key`. The consultation that it booked stays. An
   * unknown, expired or revoked link is 404 `not_found`.
   *
   * Needs the scope `consultations:write`.
   *
   * `DELETE /api/leads/{id}/links/{linkId}`
   */
  deleteLink(input: DeleteLinkInput, options?: RequestOptions): Promise<void>;

  /**
   * Book a consultation for a lead with an attorney.
   *
   * Books a slot of an attorney for a lead. The slot is checked in this order:
   *
   * 1. It is within the attorney's office hours; otherwise `outside_office_hours`.
   * 2. It overlaps no time off, holiday or busy time of a calendar; otherwise `attorney_unavailable`.
   * 3. The booking rules allow it; otherwise `booking_not_allowed`.
   * 4. It is free; otherwise `slot_unavailable`.
   *
   * Each of these errors carries `next_available`: up to three later starts at which the same booking would be accepted now.
   * A program can offer them at once. Of two requests for the same slot, at most one succeeds. With the firm's
   * `conflict_gate`, a lead who is not cleared is 409 `conflict_not_cleared` before all
   * of this, whatever the body ignores.
   *
   * `type` may be the key of one of the firm's `consultation_types`. The type then gives the duration, the amount and the
   * location that the body omits. If there is no such type, or it has no location, the firm's `location` applies. A
   * `location` of null or blank means that there is none. The amount is in the firm's current currency, and keeps that
   * currency. The body may also omit `attorney_id`: then any attorney in the
   * type's pool takes the consultation. The booking chooses the attorney with the fewest consultations on that day, and
   * succeeds as long as one attorney is free.
   *
   * With `hold_id`, the booking takes over a slot that was held. The start, the duration and
   * the attorney must be those of the hold; if the body omits `attorney_id`, the hold's attorney takes it. An expired hold
   * has no effect: the booking succeeds if the slot is free. `ignore_booking_rules` skips the booking rules, so that staff
   * can enter a consultation afterwards. It never skips office hours, time off or overlaps. `ignore_busy` skips the
   * busy times of the attorney's calendars.
   *
   * Emits `consultation.booked`. Send an `Idempotency-Key`: a repeat returns 201 with the same consultation, even when the
   * slot would no longer be accepted. A lead or an attorney of another firm is 422, and so is an attorney who cannot be
   * booked.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/consultations`
   */
  bookConsultation(input: BookConsultationInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * List consultations, newest first.
   *
   * Lists the firm's consultations a page at a time, newest created first. The list has the consultations that are not
   * archived or, with `archived=true`, the archived ones. You can filter by attorney, lead and status, and by a range of
   * `start_at` with `from` and `to`. To get the days of one attorney in order of time, use the
   * calendar.
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
   * Returns one consultation in any status, archived or not. If the response to a cancellation was lost, read the
   * consultation to learn whether it is canceled.
   *
   * Needs the scope `consultations:read`.
   *
   * `GET /api/consultations/{id}`
   */
  getConsultation(input: GetConsultationInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * Reschedule or cancel a consultation, or change its location.
   *
   * Reschedules or cancels a consultation, or changes its location. A request cannot cancel and change at the same time.
   *
   * **Reschedule**: send any of `start_at`, `duration_min`, `attorney_id` and `time_zone`. Fields that you omit stay as they
   * are. The new slot is checked as in a booking, with the same four errors and `next_available`. The old slot becomes free
   * in the same write, and the status becomes `rescheduled`. If nothing differs from the stored values, the consultation is
   * returned as it is. `hold_id` takes over a held slot, `ignore_booking_rules` skips the booking rules, and
   * `ignore_busy` the busy times of calendars. Emits
   * `consultation.rescheduled`.
   *
   * **Change the location**: send `location`; null or blank removes it. `location` alone keeps the status and the slot,
   * checks nothing else, and emits `consultation.updated`. Together with a new slot, it changes in the same write and the
   * same event.
   *
   * **Cancel**: send `"status": "canceled"`. The slot becomes free. Emits `consultation.canceled`.
   *
   * A consultation that is canceled, completed or a no-show is final. Any PATCH of it is 404 `not_found`, also a second
   * cancellation.
   *
   * Needs the scope `consultations:write`.
   *
   * `PATCH /api/consultations/{id}`
   */
  updateConsultation(input: UpdateConsultationInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * Get a consultation as a calendar file.
   *
   * Returns the consultation as an iCalendar file (RFC 5545) with one event. The event has a title (the type, the lead's
   * name and the firm), the location, and the start and end in UTC. Its `UID` is the consultation's id and `@intake`. Its `SEQUENCE` grows
   * with each change, so a file that is imported later updates the event in the calendar. A canceled consultation is
   * `STATUS:CANCELLED`.
   *
   * Errors are JSON, as everywhere.
   *
   * Needs the scope `consultations:read`.
   *
   * `GET /api/consultations/{id}/calendar.ics`
   */
  getCalendarFile(input: GetCalendarFileInput, options?: RequestOptions): Promise<GetCalendarFileResult>;

  /**
   * Record that a consultation took place, and its outcome.
   *
   * Records that the meeting took place. The body may have an `outcome`, and `data` for the fields that the firm defines.
   * The status becomes `completed`, which is final. The slot stays taken.
   *
   * Emits `consultation.completed`. A consultation that is already final is 404 `not_found`.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/consultations/{id}/complete`
   */
  completeConsultation(input: CompleteConsultationInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * Record that the lead did not attend; the slot becomes free.
   *
   * Records that the lead did not come. The status becomes `no-show`, which is final. The slot becomes free.
   *
   * Emits `consultation.no_show`. A consultation that is already final is 404 `not_found`.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/consultations/{id}/no-show`
   */
  markNoShow(input: MarkNoShowInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * Set the payment or the amount of a consultation, also of a final one.
   *
   * Sets `paid`, `amount` or both; the body needs at least one of them. It works in every status, also when the consultation
   * is final, because people may pay after the meeting. A new amount is in the firm's current currency. The same amount
   * again keeps its currency.
   *
   * Emits `consultation.updated`. A request that changes nothing emits nothing.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/consultations/{id}/payment`
   */
  recordPayment(input: RecordPaymentInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * Hide a consultation from the list; it keeps its slot.
   *
   * Hides a consultation from the list; `archived=true` lists it. Its status does not change. It keeps its slot, and can
   * still be rescheduled, canceled, completed and paid.
   *
   * Emits `consultation.archived`. For a consultation that is already archived, the request returns it and emits nothing.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/consultations/{id}/archive`
   */
  archiveConsultation(input: ArchiveConsultationInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * Restore an archived consultation.
   *
   * Shows an archived consultation in the list again. Nothing else changes.
   *
   * Emits `consultation.updated`. For a consultation that is not archived, the request returns it and emits nothing.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/consultations/{id}/unarchive`
   */
  unarchiveConsultation(input: UnarchiveConsultationInput, options?: RequestOptions): Promise<Consultation>;

  /**
   * Hold a slot for a later booking.
   *
   * Keeps a slot for one client for 30 to 900 seconds (600 by default), for example while the client decides or pays. The
   * slot is checked as in a booking, with the same four errors and `next_available`. A live hold counts like a consultation
   * for overlaps, the buffer and `max_per_day`. An attorney has at most 20 live holds; one more is 422
   * `booking_not_allowed`. With the key of a consultation type, the body may omit the duration and the attorney, as in a
   * booking. A hold does not protect from busy times that come later: the booking is checked again, and repeats
   * `ignore_busy` where it wants to skip them.
   *
   * With `lead_id`, a lead whom the firm's `conflict_gate` would not let be booked is
   * 409 `conflict_not_cleared`. The hold does not remember the lead: the booking is judged by its own.
   *
   * To use the hold, book or
   * reschedule with its id as `hold_id`. An unused hold ends by itself.
   * Holds emit no events. Send an `Idempotency-Key`, so that a repeat returns the same hold. Once that hold has expired, was
   * deleted or was used, a repeat is 422 naming the header.
   *
   * Needs the scope `consultations:write`.
   *
   * `POST /api/holds`
   */
  createHold(input: CreateHoldInput, options?: RequestOptions): Promise<Hold>;

  /**
   * Release a held slot.
   *
   * Releases a held slot before the hold expires, for example when the client leaves. A hold that has expired, was deleted
   * or has become a consultation is 404 `not_found`. In these cases nothing more is to be done.
   *
   * Needs the scope `consultations:write`.
   *
   * `DELETE /api/holds/{id}`
   */
  deleteHold(input: DeleteHoldInput, options?: RequestOptions): Promise<void>;

  /**
   * List the active members who can be booked for consultations.
   *
   * Lists the members with whom consultations can be booked, newest first: those who are active and schedulable. An attorney
   * without office hours (`has_office_hours` is false) has no free slot. Unlike the list of members, this list needs no
   * settings scope and shows no time off.
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
   * Lists the starts at which any attorney of a pool is free. The pool is the `attorneys` that the request names, otherwise
   * the pool of the `type`. Without both, it is every attorney who can be booked, at most the first 20 by creation.
   *
   * Each start names the attorneys with whom a booking of that duration would be accepted now. With the key of a type, a
   * booking may omit the attorney. The rules and `step_min` are those of one attorney's
   * availability. A range with more starts than one response can carry
   * is 422 naming `to`.
   *
   * Needs the scope `consultations:read`.
   *
   * `GET /api/availability`
   */
  findAvailability(input: FindAvailabilityInput, options?: RequestOptions): Promise<FindAvailabilityResult>;

  /**
   * List an attorney's free start times.
   *
   * Lists the starts in a range of at most 31 days at which a consultation of `duration_min` minutes would be accepted now.
   * `findAvailability` lists those of any attorney, such as of a consultation type.
   * The list uses the same check as a booking: office hours, time off, holidays, booking rules, consultations and holds.
   *
   * `step_min` is the distance between starts, 15 minutes by default. It is counted on the attorney's clock from the start
   * of each window of office hours. The beginning of each free interval is a start too, so that no gap is lost between two
   * steps: the end of closed hours, time off, busy time, or of a consultation or hold with its buffer, rounded up to the whole
   * minute. Two overlapping ranges list the same starts where they overlap. Past starts are left out.
   *
   * A start may be taken after it was listed, so expect `slot_unavailable`, or hold the slot first. A member who cannot be
   * booked is 422.
   *
   * Needs the scope `consultations:read`.
   *
   * `GET /api/attorneys/{id}/availability`
   */
  getAvailability(input: GetAvailabilityInput, options?: RequestOptions): Promise<GetAvailabilityResult>;

  /**
   * List an attorney's consultations, holds, time off, holidays and busy times in a range of time.
   *
   * Shows what takes an attorney's time in a range of at most 31 days:
   *
   * - consultations that are open or completed, archived ones too, ordered by start
   * - live holds, ordered by start
   * - time off, as it is stored
   * - the firm's holidays
   * - the busy times of the attorney's calendars, cut to the range
   *
   * It works for every member, because a member who can no longer be booked may still have consultations. A range with more
   * entries than one response can carry is 422 naming `to`: ask for a shorter range.
   *
   * Needs the scope `consultations:read`.
   *
   * `GET /api/attorneys/{id}/calendar`
   */
  getCalendar(input: GetCalendarInput, options?: RequestOptions): Promise<GetCalendarResult>;

  /**
   * Get the consultation of a client's link, and what the link allows now.
   *
   * Shows a client what the link is for and what it allows now: the firm, the type of consultation, the attorney, the
   * location, the price and, once it is booked, its time. It shows nothing else of the firm.
   *
   * Send the link's own key, `itl_…`, as a Bearer key. API keys are not accepted here, and the link's key is accepted
   * nowhere else. An unknown, expired or revoked key is 401 `invalid_key`.
   *
   * Needs the key of a client's link.
   *
   * `GET /api/link`
   */
  getLink(input?: Record<string, never>, options?: RequestOptions): Promise<LinkState>;

  /**
   * List the start times at which a client's link can book or move its consultation.
   *
   * Lists the starts in a range of at most 31 days at which the link can book or move its consultation now. The
   * consultation's own slot does not block a move. The list is empty while the link may neither book nor move. Call this
   * when a day is shown, because others may book in the meantime.
   *
   * Needs the key of a client's link.
   *
   * `GET /api/link/availability`
   */
  getLinkAvailability(input: GetLinkAvailabilityInput, options?: RequestOptions): Promise<GetLinkAvailabilityResult>;

  /**
   * Book the consultation of a client's link.
   *
   * Books the consultation of the link. The rules are those of every booking, with the same errors and `next_available`. A
   * link books once, even if several requests use it at the same time.
   *
   * After the booking, the same start again returns 201 with the same consultation and `Idempotent-Replayed: true`; another
   * start is 422 `self_service_not_allowed`. The same error is returned for a start that has passed, and while the firm has
   * not enabled `self_service`. If `details` name `not_ready`, the firm makes the appointment by telephone: it says no more
   * about that. The same holds for a move.
   *
   * Emits `consultation.booked` with the link as its actor.
   *
   * Needs the key of a client's link.
   *
   * `POST /api/link/consultation`
   */
  bookByLink(input: BookByLinkInput, options?: RequestOptions): Promise<ClientConsultation>;

  /**
   * Move or cancel the consultation of a client's link.
   *
   * Moves the link's consultation to another start, or cancels it with `"status": "canceled"`. A move keeps the attorney and
   * the duration, and has the same errors as a booking.
   *
   * The firm's `self_service` limits how late and how often a client may do this. Beyond these limits the response is 422
   * `self_service_not_allowed`, whose `details` name the rule. The same start again changes nothing and does not count as a
   * move. If the consultation is final, or the link has none, the response is 404 `not_found`.
   *
   * Send the `etag` of `GET /api/link` as `If-Match`. Then the response is 409 `version_conflict` if anybody else has
   * changed start, duration, attorney or status since, so nobody moves or cancels an appointment that they have not seen.
   * Without the header, the request is judged by the consultation as it is now. A start at which the consultation already is
   * succeeds in either case.
   *
   * Emits `consultation.rescheduled` or `consultation.canceled` with the link as its actor.
   *
   * Needs the key of a client's link.
   *
   * `PATCH /api/link/consultation`
   */
  updateByLink(input: UpdateByLinkInput, options?: RequestOptions): Promise<ClientConsultation>;

  /**
   * Get the consultation of a client's link as a calendar file.
   *
   * Returns the link's consultation as an iCalendar file (RFC 5545) for the client's calendar. The event has a title (the
   * type, the attorney's name and the firm), the start and end in UTC, the location, and the address of the link as `URL`
   * and `DESCRIPTION`, by which the client moves or cancels it. It has no price and no contact.
   * After a change, the file has the same `UID` and a higher `SEQUENCE`, so an import updates the event. A canceled
   * consultation is `STATUS:CANCELLED`.
   *
   * If the link has no consultation, the response is 404 `not_found`. Errors are JSON, as everywhere.
   *
   * Needs the key of a client's link.
   *
   * `GET /api/link/calendar.ics`
   */
  getLinkCalendarFile(input?: Record<string, never>, options?: RequestOptions): Promise<GetLinkCalendarFileResult>;

  /**
   * Get the firm's settings.
   *
   * Returns the firm's settings: stages, fields for `data`, consultation types, booking rules, reminders, routing,
   * holidays, time zone, country, currency, location, the phone number for clients, and what their links may do. A program that shows forms
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
   * Changes only the settings that the body names. A list replaces the stored one. Of `booking_rules`, `self_service` and
   * `conflict_gate`, only the parts that the body names change. A change is in force everywhere within 5 seconds. Settings emit no events.
   *
   * Stored leads and consultations stay as they are. If a field is removed, its stored values remain until they are set to
   * null. A booked consultation keeps its slot under new rules, and its reminders.
   *
   * `booking_rules`, `holidays` and `conflict_gate` are in force for bookings once the response has come. Enabling
   * `conflict_gate` begins to index the firm's leads; `conflict_index` shows how far that is, without a new `version`.
   *
   * A stage that has leads cannot be removed (422). A lead that enters a removed stage at the same moment is moved to the
   * first open stage within two minutes, as a change by the system. With `If-Match`, a version that is no longer current is
   * 409 `version_conflict`.
   *
   * Needs the scope `settings:write`.
   *
   * `PATCH /api/firm`
   */
  updateFirm(input?: UpdateFirmInput, options?: RequestOptions): Promise<Firm>;

  /**
   * Add a member; the time zone defaults to the firm's.
   *
   * Adds a person of the firm. Leads can be assigned to any active member. Consultations can be booked with active members
   * who are `schedulable` and have office hours.
   *
   * Office hours are weekly windows in the member's own time zone. They stay exact when the clocks change. Windows that
   * overlap are 422, and so is a window that ends before it starts. `date_hours` replaces the weekly windows on single
   * dates.
   *
   * With `access`, the member can sign in by a link. The caller needs every
   * scope of that access, else 403 `insufficient_scope`.
   *
   * Needs the scope `settings:write`.
   *
   * `POST /api/members`
   */
  createMember(input: CreateMemberInput, options?: RequestOptions): Promise<Member>;

  /**
   * List the firm's members, newest first.
   *
   * Lists all members of the firm, newest first, with office hours, time off and booking rules. Inactive members are listed
   * too. To show whom a client can book, list the attorneys instead, which needs no
   * settings scope.
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
   * Changes only the fields that the body names. A list, such as `time_off`, replaces the stored one. Of `booking_rules`,
   * only the rules that the body names change. A change of `date_hours` drops the entries of past dates. An entry that
   * equals a stored one is accepted even if its date has passed.
   *
   * Booked consultations stay, even within new time off. No later booking is made in that time, not even one that arrives at
   * the same moment as this request. If `active` is set to false, the member keeps leads and consultations, but gets no new
   * ones.
   *
   * A change of `access` or `active` ends the member's sessions and sign-in
   * link for good. The caller needs every scope of the access that it gives and of the one that it takes, else 403
   * `insufficient_scope`.
   *
   * With `If-Match`, a version that is no longer current is 409 `version_conflict`. So two people who edit the same calendar
   * do not overwrite each other.
   *
   * Needs the scope `settings:write`.
   *
   * `PATCH /api/members/{id}`
   */
  updateMember(input: UpdateMemberInput, options?: RequestOptions): Promise<Member>;

  /**
   * Add a lead source; its ingestion key is shown only once.
   *
   * Adds a source of leads, such as a form or another service, with its own ingestion key. Only this response shows the key
   * (`ingestion_key`, `its_…`), which works for `POST /api/leads` and nothing else.
   *
   * `mapping` says where the lead's fields are in what the sender posts; it is not needed for fields with their usual names.
   * Conditions select the deliveries that become leads. `signature` and `body_secret` require proof that a delivery comes
   * from the sender.
   *
   * The examples are recipes for well-known senders. `key` becomes the `source` of every lead and
   * can never be changed. A key that another source of the firm has is 422.
   *
   * Needs the scope `settings:write`.
   *
   * `POST /api/sources`
   */
  createSource(input: CreateSourceInput, options?: RequestOptions): Promise<CreateSourceResult>;

  /**
   * List the firm's lead sources, newest first.
   *
   * Lists the firm's lead sources and their settings, newest first. Secrets are masked. Of ingestion keys, only the last
   * four characters are shown.
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
   * Changes only the fields that the body names. `mapping` and lists replace the stored ones. Deliveries follow the change
   * within 5 seconds, and you can replay stored ones with the new settings. If `enabled` is false, the source's keys get 403
   * `key_disabled`. A masked secret that you send back keeps the stored one. With `If-Match`, a version that is no longer
   * current is 409 `version_conflict`.
   *
   * Needs the scope `settings:write`.
   *
   * `PATCH /api/sources/{id}`
   */
  updateSource(input: UpdateSourceInput, options?: RequestOptions): Promise<Source>;

  /**
   * Create a lead source's new ingestion key; the old one works for 24 more hours by default.
   *
   * Creates a new ingestion key for the source, which only this response shows. The previous key works for
   * `old_key_valid_hours` more, 24 by default, so that you can change the sender without losing a lead. With 0, all earlier
   * keys stop at once. At most five keys of a source work at a time.
   *
   * Needs the scope `settings:write`.
   *
   * `POST /api/sources/{id}/rotate-key`
   */
  rotateSourceKey(input: RotateSourceKeyInput, options?: RequestOptions): Promise<RotateSourceKeyResult>;

  /**
   * Preview a delivery with the stored or another mapping; stores nothing.
   *
   * Shows what a delivery would become, and stores nothing. The response has the lead, or the reasons why there would be
   * none, and the paths that the mapping does not read. So you can test a mapping before a sender uses it.
   *
   * Send the sender's JSON as `payload`, or the id of a stored delivery as `delivery_id`. A `mapping` or conditions in the
   * body are used instead of the stored ones. A delivery with a known external id is `duplicate` or `updated`; the response
   * shows nothing of the stored lead. An unknown `delivery_id` is 404.
   *
   * Needs the scope `settings:read`.
   *
   * `POST /api/sources/{id}/preview`
   */
  previewInboundDelivery(input: PreviewInboundDeliveryInput, options?: RequestOptions): Promise<InboundPreview>;

  /**
   * List a lead source's deliveries of the last 30 days with their outcomes, newest first.
   *
   * Lists the deliveries of a source in the last 30 days, newest first. Each has its body as it came, with `body_secret`
   * masked, and its outcome. `outcome=rejected` lists the deliveries that were rejected, and their `error` says why: only those
   * that were neither dismissed nor replayed with another outcome, and no replays. You can list `ignored` and `test` in the same way. The
   * bodies contain personal data.
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
   * Processes a stored delivery again with the current mapping, fields and conditions, for example after you have corrected
   * the mapping. The response shows the replay, which is stored as a delivery of its own and names the first one as
   * `replay_of`; the first one then shows it as `replayed_as`. Its `outcome` says what became of it, so a second rejection is a 202 too.
   *
   * Deduplication applies: a replay creates no second lead for an external id. Emits the events that the delivery would have
   * emitted. A delivery older than 30 days is 404.
   *
   * Needs the scope `settings:write`.
   *
   * `POST /api/sources/{id}/deliveries/{deliveryId}/replay`
   */
  replayInboundDelivery(input: ReplayInboundDeliveryInput, options?: RequestOptions): Promise<InboundDelivery>;

  /**
   * Set a rejected delivery aside.
   *
   * Sets a rejected delivery aside, such as spam. Neither `outcome=rejected` nor a replay of many has it any more. It can still be
   * replayed by itself, and is kept as long as the others. Repeated, the response is the same. A delivery with another outcome
   * is 422.
   *
   * Needs the scope `settings:write`.
   *
   * `POST /api/sources/{id}/deliveries/{deliveryId}/dismiss`
   */
  dismissInboundDelivery(input: DismissInboundDeliveryInput, options?: RequestOptions): Promise<InboundDelivery>;

  /**
   * Replay up to 100 rejected or ignored deliveries since an instant, oldest first.
   *
   * Replays a source's `rejected` deliveries in a period, or with `outcome` its `ignored` ones, oldest first, up to 100 a
   * call, or `limit`. Send the same body with `cursor` until `next_cursor` is null. Each delivery is replayed once.
   *
   * Each replay works like a single one: it may create or update a lead and emit events, or be rejected again. If the
   * service itself cannot process a delivery, the delivery stays as it was, and its entry has `failed` true.
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
   * Returns the key's firm, its scopes, its rate limit and the API version that it is pinned to. Every API key may call it,
   * so an integration can test its connection with it. The key of a lead source gets 403 `insufficient_scope`. For a member
   * who has signed in, it also shows the member; `key` is then the session.
   *
   * Needs no scope.
   *
   * `GET /api/me`
   */
  getMe(input?: Record<string, never>, options?: RequestOptions): Promise<Me>;

  /**
   * Create an API key with scopes that the calling key holds; its secret is shown only once.
   *
   * Creates an API key for a program. Only this response shows the secret (`key`, `itk_…`): store it now. A key can grant
   * only scopes that the calling key holds; other scopes are 403 `insufficient_scope`, which names them. Give each program
   * its own key with only the scopes that it needs, so that you can revoke one key alone. The key is pinned to the newest
   * API version.
   *
   * Needs the scope `settings:write`.
   *
   * `POST /api/keys`
   */
  createKey(input: CreateKeyInput, options?: RequestOptions): Promise<CreateKeyResult>;

  /**
   * List the firm's API keys, newest first.
   *
   * Lists the firm's API keys, newest first, with scopes, rate limit, the last four characters and the last minute of use.
   * Secrets are never shown again. The keys of lead sources are listed with their sources.
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
   * Renames a key, changes its scopes or its rate limit, or disables or enables it. A disabled key gets 403 `key_disabled`
   * within 10 seconds.
   *
   * A key cannot grant scopes that it lacks (403). This also applies to enabling a key that has such scopes. The last
   * enabled key with `settings:write` cannot be disabled or lose this scope (422), because then nobody could manage keys.
   *
   * Needs the scope `settings:write`.
   *
   * `PATCH /api/keys/{id}`
   */
  updateKey(input: UpdateKeyInput, options?: RequestOptions): Promise<ApiKey>;

  /**
   * Revoke an API key permanently.
   *
   * Revokes a key permanently. Within 10 seconds, its requests get 401 `invalid_key`. To stop a key for a while, disable it
   * instead. The last enabled key with `settings:write` cannot be deleted (422).
   *
   * Needs the scope `settings:write`.
   *
   * `DELETE /api/keys/{id}`
   */
  deleteKey(input: DeleteKeyInput, options?: RequestOptions): Promise<void>;

  /**
   * List the events of the last 30 days or the history of a lead, or the events after a position.
   *
   * Lists the events of leads, consultations and calendars in the last 30 days, newest first. You can filter by `type`, `record` and
   * `actor`.
   *
   * With `lead`, lists the history of a lead, which has no end: the events of the lead, of the leads merged into it and of
   * their consultations. You can filter it by `type` and `actor`. It has an event usually within a second of the change.
   * That of a merged lead has its own events. An id of no lead has no events. A filter by the `record` of a lead or
   * consultation lists that record's events in the history.
   *
   * With `after`, the list goes forward instead, oldest first. Send the `latest` of an earlier response. A reader that
   * always continues from the last `latest` sees every event exactly once, usually within a second of the change, and needs
   * no webhook. While `next_cursor` is not null, ask again at once.
   *
   * Events show records before and after the change, even if the key has no scope to read these records.
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
    items(input?: ListEventsInput, options?: RequestOptions): AsyncGenerator<IntakeEvent, void>;
  };

  /**
   * Get an event.
   *
   * Returns one event by its id, which is also the `webhook-id` of its deliveries. An event older than 30 days that is in
   * no lead's history is 404 `not_found`.
   *
   * Needs the scope `events:read`.
   *
   * `GET /api/events/{id}`
   */
  getEvent(input: GetEventInput, options?: RequestOptions): Promise<IntakeEvent>;

  /**
   * Add a webhook endpoint; its signing secret is shown only once.
   *
   * Subscribes a URL to event types, or to all with `*`. Only this response shows the signing secret (`secret`, `whsec_…`),
   * with which requests are signed.
   *
   * The URL must be `https` and lead to public addresses, which is checked now and at each connection. A host that does not
   * resolve now is accepted, and named in `warnings`. A firm has at most 50 endpoints. The endpoint receives events from now
   * on; a recovery with `missing` sends earlier ones.
   *
   * Needs the scope `webhooks:write`.
   *
   * `POST /api/webhooks`
   */
  createWebhook(input: CreateWebhookInput, options?: RequestOptions): Promise<CreateWebhookResult>;

  /**
   * List the firm's webhook endpoints, newest first.
   *
   * Lists the firm's webhook endpoints, newest first. `failing_since`, `enabled` and `disabled_reason` say whether they
   * work. Secrets are never shown again, and the values of `headers` are masked.
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
   * Returns one webhook endpoint: its subscription, since when it fails, and why the service disabled it.
   *
   * Needs the scope `webhooks:read`.
   *
   * `GET /api/webhooks/{id}`
   */
  getWebhook(input: GetWebhookInput, options?: RequestOptions): Promise<Webhook>;

  /**
   * Change a webhook endpoint; enabling it clears the reason why it was disabled.
   *
   * Changes only the fields that the body names. A new URL is checked as at creation, with the same `warnings`. If its
   * origin differs, the stored `headers` must be sent again. With `If-Match`, a version that is no longer current is 409
   * `version_conflict`.
   *
   * Events that happen while an endpoint is disabled are kept as `skipped` deliveries. Setting `enabled` to true clears
   * `disabled_reason`; a recovery sends the skipped deliveries.
   *
   * Needs the scope `webhooks:write`.
   *
   * `PATCH /api/webhooks/{id}`
   */
  updateWebhook(input: UpdateWebhookInput, options?: RequestOptions): Promise<Webhook>;

  /**
   * Delete a webhook endpoint; its pending deliveries are not sent.
   *
   * Deletes an endpoint. Its pending deliveries are not sent, and its deliveries can no longer be listed. The events
   * themselves stay in the log for their 30 days. To stop for a while, disable the endpoint instead.
   *
   * Needs the scope `webhooks:write`.
   *
   * `DELETE /api/webhooks/{id}`
   */
  deleteWebhook(input: DeleteWebhookInput, options?: RequestOptions): Promise<void>;

  /**
   * Create a new signing secret, shown only once; requests carry both signatures for 24 hours.
   *
   * Creates a new signing secret, which only this response shows. For 24 hours, requests carry a signature with each of the
   * two secrets. Change the receiver's secret within that time. With `If-Match`, a version that is no longer current is 409
   * `version_conflict`.
   *
   * Needs the scope `webhooks:write`.
   *
   * `POST /api/webhooks/{id}/rotate-secret`
   */
  rotateWebhookSecret(input: RotateWebhookSecretInput, options?: RequestOptions): Promise<RotateWebhookSecretResult>;

  /**
   * Send a test to the endpoint: the event webhook.test, or an example of a subscribed type.
   *
   * Sends a test to the endpoint at once. With a `type` that the endpoint subscribes to, it sends this document's example of
   * that event. The signed body also has `"test": true`, and the request has the header `intake-test: true`. Its ids are
   * those of the examples, except the event's own id. Without a `type`, it sends the event `webhook.test`, whatever the
   * endpoint subscribes to; its `data` is the endpoint.
   *
   * A test is signed and repeated like every delivery, and is listed among the deliveries, but not in the log of events. The
   * response shows the delivery before its first attempt: list the deliveries to see the result. A disabled endpoint is 422,
   * and so is a type that the endpoint does not subscribe to.
   *
   * Needs the scope `webhooks:write`.
   *
   * `POST /api/webhooks/{id}/test`
   */
  sendTestEvent(input: SendTestEventInput, options?: RequestOptions): Promise<WebhookDelivery>;

  /**
   * List an endpoint's deliveries of the last 30 days with their attempts, newest first.
   *
   * Lists an endpoint's deliveries of the last 30 days, newest first. Each attempt has its time, its status or error, and
   * its duration. `waiting_for` is `endpoint` while deliveries wait because the endpoint fails again and again.
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
   * Sends an event again with the same `webhook-id`, in any state of the delivery, with up to ten new attempts. Attempts
   * that are still pending are dropped, so the receiver gets the event once more and not twice. A disabled endpoint is 422.
   *
   * Needs the scope `webhooks:write`.
   *
   * `POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver`
   */
  redeliverWebhook(input: RedeliverWebhookInput, options?: RequestOptions): Promise<WebhookDelivery>;

  /**
   * Send a period's failed and skipped deliveries again, up to 100 a call, oldest first.
   *
   * Sends again what an endpoint missed in a period, for example after it was down: its `failed` and `skipped` deliveries,
   * oldest first, up to 100 a call. With `missing`, it also sends events that were never sent to the endpoint, because it
   * did not exist or did not subscribe to them. Send the same body with `?cursor=` until `next_cursor` is null.
   *
   * Receivers get known events again with the same `webhook-id`. If the service itself cannot restart a delivery, the
   * delivery keeps its state, which its entry shows. A disabled endpoint is 422.
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

  /**
   * Replace the busy times of one of an attorney's calendars in a range of time.
   *
   * Tells Intake when an attorney is busy elsewhere. The push replaces all busy times of this calendar in the window from
   * `from` to `to`; times outside the window stay. Once the push is answered, no later booking, hold or reschedule overlaps
   * a busy time: it is refused with `attorney_unavailable` and a detail `busy` that names the calendar, unless it has
   * `ignore_busy`. Availability and `next_available` omit such starts. The buffer does not apply to busy times.
   *
   * - An attorney has at most 5 calendars, besides feeds. A name has 1 to 64 of `a-z`, `0-9` and `-`.
   * - A push has at most 500 busy times and 64 KB, and a calendar at most 50 times on a UTC date. Split a longer list by time.
   * - A push with an `as_of` before that of the last one is 409 `version_conflict`.
   * - All dates that change are one write. A repeat of the same times changes no date.
   *
   * Consultations that are already booked stay. Emits `consultation.busy_overlap` for each open consultation that the
   * calendar overlaps now and did not overlap before. A push that newly overlaps more than 40 is 422 naming `to`.
   *
   * Your calendar may show the consultations themselves. A busy time with the UID of a consultation's calendar file is left
   * out. A busy time whose start and end each differ by less than a minute from those of a consultation of the attorney is
   * stored, and blocks nothing as long as that consultation is there. Every member of the firm can have calendars.
   *
   * Needs the scope `consultations:write`.
   *
   * `PUT /api/attorneys/{id}/busy/{calendar}`
   */
  pushBusyTimes(input: PushBusyTimesInput, options?: RequestOptions): Promise<PushBusyTimesResult>;

  /**
   * List the calendars with busy times of an attorney.
   *
   * Lists the attorney's calendars by name, all on one page, and shows how old each is. A
   * feed is a calendar with its id as the name. The busy times are in the calendar.
   *
   * Needs the scope `consultations:read`.
   *
   * `GET /api/attorneys/{id}/busy`
   */
  listBusyCalendars(input: ListBusyCalendarsInput, options?: RequestOptions): Promise<ListBusyCalendarsResult>;

  /**
   * Remove a calendar of an attorney and all its busy times.
   *
   * Removes the calendar and all its busy times. After a 503 some busy times may be left: repeat the request, and it
   * continues. A calendar that the attorney does not have is 404. A feed is 422: delete it among the member's feeds.
   *
   * Needs the scope `consultations:write`.
   *
   * `DELETE /api/attorneys/{id}/busy/{calendar}`
   */
  deleteBusyCalendar(input: DeleteBusyCalendarInput, options?: RequestOptions): Promise<void>;

  /**
   * Create an address at which a calendar reads a member's consultations; it is shown only once.
   *
   * Creates an address to which a calendar program subscribes, so that an attorney's calendar shows the consultations. Only
   * this response shows `url`: whoever has it reads the consultations. Without `names`, the calendar says only that the
   * attorney is busy. With `names`, it shows the title and the location of the calendar file.
   *
   * A member has at most 10 calendar links. They stop working while the member is not active. The key in the address works
   * for this calendar alone.
   *
   * Needs the scope `settings:write`.
   *
   * `POST /api/members/{id}/calendar-links`
   */
  createCalendarLink(input: CreateCalendarLinkInput, options?: RequestOptions): Promise<CreateCalendarLinkResult>;

  /**
   * List the calendar links of a member, newest first.
   *
   * Lists the member's calendar links, newest first, without their addresses.
   *
   * Needs the scope `settings:read`.
   *
   * `GET /api/members/{id}/calendar-links`
   */
  readonly listCalendarLinks: {
    (input: ListCalendarLinksInput, options?: RequestOptions): Promise<ListCalendarLinksResult>;
    /** This page and all that follow. */
    pages(input: ListCalendarLinksInput, options?: RequestOptions): AsyncGenerator<ListCalendarLinksResult, void>;
    /** The entries of this page and of all that follow. */
    items(input: ListCalendarLinksInput, options?: RequestOptions): AsyncGenerator<CalendarLink, void>;
  };

  /**
   * Revoke a calendar link.
   *
   * Revokes a calendar link. Within 10 seconds, whoever asks its address gets 401 `invalid_key`. A program that has read the
   * calendar before may keep what it read. An unknown or revoked link is 404 `not_found`.
   *
   * Needs the scope `settings:write`.
   *
   * `DELETE /api/members/{id}/calendar-links/{linkId}`
   */
  deleteCalendarLink(input: DeleteCalendarLinkInput, options?: RequestOptions): Promise<void>;

  /**
   * Get a member's consultations as a calendar, by a calendar link.
   *
   * Returns the consultations of the link's member as an iCalendar file (RFC 5545), for programs that subscribe to calendars.
   * The key is in the address, `?key=itc_…`, or a Bearer key. The file has the consultations that start between 30 days ago
   * and 366 days ahead. If there are more than 5,000, or more than fit into 5 MB, it has those that start nearest to now.
   *
   * - An event has the `UID` and the `SEQUENCE` of the consultation's calendar file,
   *   so a calendar that has imported that file shows one event.
   * - A canceled consultation is `STATUS:CANCELLED` for 30 days after its cancellation, then it is left out.
   * - Without `names`, every title is "Busy", and there is no location.
   * - `ETag` names the state of the calendar. A request with this `If-None-Match` is answered 304 without a body until a
   *   consultation changes. With `names`, a new name of a lead in the firm changes it as well.
   *
   * A link has 60 requests a minute. It gets 403 `key_disabled` while its member is not active or the firm is disabled. The
   * file may be a second older than the last booking.
   *
   * Needs the key of a calendar link.
   *
   * `GET /api/calendar.ics`
   */
  getCalendarFeed(input?: GetCalendarFeedInput, options?: RequestOptions): Promise<GetCalendarFeedResult | undefined>;

  /**
   * Read a member's own calendar from its secret address, every ten to thirty minutes.
   *
   * Makes the service read a member's own calendar: now, and from then on about every ten minutes, up to thirty while it
   * does not change. Its busy times in the next 180 days are those of a calendar with the feed's `id` as its name: no later booking overlaps them, as with
   * pushed ones.
   *
   * - `url` is the secret address that Google, Outlook and iCloud give for a calendar. It must be `https`, for which
   *   `webcal:` stands too, without a user name, and lead to public addresses. No response shows more of it than its host.
   * - A member has at most 3 feeds, beside the calendars of pushes.
   * - Free, canceled and declined events do not count. Those of `email` of the member are declined where the member did so.
   * - Times without a zone are in the member's. A zone that the service does not know is a `last_error` that names it.
   * - A calendar that cannot be read keeps its busy times. `last_error` says why. The service tries again, at least every
   *   six hours unless the calendar's server asks to wait for longer, up to a day; after a day without success, `calendar.stale` comes once.
   *
   * Needs the scope `settings:write`.
   *
   * `POST /api/members/{id}/feeds`
   */
  createFeed(input: CreateFeedInput, options?: RequestOptions): Promise<Feed>;

  /**
   * List the feeds of a member, and whether they work.
   *
   * Lists the feeds of a member, newest first. `last_fetched_at` and `last_error` show whether they work.
   *
   * Needs the scope `settings:read`.
   *
   * `GET /api/members/{id}/feeds`
   */
  readonly listFeeds: {
    (input: ListFeedsInput, options?: RequestOptions): Promise<ListFeedsResult>;
    /** This page and all that follow. */
    pages(input: ListFeedsInput, options?: RequestOptions): AsyncGenerator<ListFeedsResult, void>;
    /** The entries of this page and of all that follow. */
    items(input: ListFeedsInput, options?: RequestOptions): AsyncGenerator<Feed, void>;
  };

  /**
   * Remove a feed and all its busy times.
   *
   * Removes the feed and all its busy times; a reading that is under way writes nothing more. After a 503 some busy times may
   * be left: repeat the request, and it continues.
   *
   * Needs the scope `settings:write`.
   *
   * `DELETE /api/members/{id}/feeds/{feedId}`
   */
  deleteFeed(input: DeleteFeedInput, options?: RequestOptions): Promise<void>;

  /**
   * Sign in with the token of a sign-in link; the answer sets a cookie.
   *
   * Signs a member in, for the desk: the answer sets the cookie of a new session, which no script can read. With `keep`, the
   * session ends 30 days after its last use, and 180 days after its beginning at the latest; otherwise after 12 hours, and
   * the cookie with the browser.
   *
   * If the answer is lost, the token works again for ten minutes after its first use. Each use ends the session that the
   * last one made. A session that the browser had before ends, if the request has `Intake-Desk: 1`. A member has at most 10
   * sessions: one more ends the one that was used longest ago.
   *
   * Programs use API keys. A session is accepted only in its cookie, with the header `Intake-Desk: 1` and without
   * `Authorization`.
   *
   * Needs the token of a sign-in link.
   *
   * `POST /api/session`
   */
  createSession(input?: CreateSessionInput, options?: RequestOptions): Promise<Me>;

  /**
   * Sign out: end the session in the cookie, and remove the cookie.
   *
   * Ends the session in the cookie of a request that has the header `Intake-Desk: 1`, and removes the cookie. The answer is
   * 204 in any case. The sign-in link that made the session ends, too.
   *
   * Needs no key.
   *
   * `DELETE /api/session`
   */
  deleteSession(input?: Record<string, never>, options?: RequestOptions): Promise<void>;

  /**
   * List where a member is signed in, newest first.
   *
   * Lists the sessions of a member, newest first. A member's own session may list them whatever its access.
   *
   * Needs the scope `settings:write`.
   *
   * `GET /api/members/{id}/sessions`
   */
  readonly listSessions: {
    (input: ListSessionsInput, options?: RequestOptions): Promise<ListSessionsResult>;
    /** This page and all that follow. */
    pages(input: ListSessionsInput, options?: RequestOptions): AsyncGenerator<ListSessionsResult, void>;
    /** The entries of this page and of all that follow. */
    items(input: ListSessionsInput, options?: RequestOptions): AsyncGenerator<Session, void>;
  };

  /**
   * Sign a member out of one browser.
   *
   * Ends one session of a member: within 10 seconds its requests get 401 `invalid_key`. The sign-in link that made it ends,
   * too. A member's own session may end any of them. To end all, change the member's `access` or `active`.
   *
   * Needs the scope `settings:write`.
   *
   * `DELETE /api/members/{id}/sessions/{sessionId}`
   */
  endSession(input: EndSessionInput, options?: RequestOptions): Promise<void>;

  /**
   * Create the link with which a member signs in; its address is shown only once.
   *
   * Creates the address at which a member signs in, for you to give to that person: the service sends no mail. It works once,
   * within seven days. A new one ends the one before. Whoever opens it first is that member.
   *
   * The caller needs every scope of the member's `access`, else 403 `insufficient_scope`. A member without `access`, or one
   * who is not active, is 422.
   *
   * Needs the scope `settings:write`.
   *
   * `POST /api/members/{id}/sign-in-link`
   */
  createSignInLink(input: CreateSignInLinkInput, options?: RequestOptions): Promise<CreateSignInLinkResult>;
}

export type OperationId = keyof Operations;

/** The operations whose method is not safe (RFC 9110 §9.2.1). */
export type UnsafeOperationId =
  | "createLead"
  | "updateLead"
  | "archiveLead"
  | "unarchiveLead"
  | "putConflictEntry"
  | "deleteConflictEntry"
  | "putConflictEntries"
  | "createActivity"
  | "createConflictCheck"
  | "decideConflictCheck"
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
  | "dismissInboundDelivery"
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
  | "recoverDeliveries"
  | "pushBusyTimes"
  | "deleteBusyCalendar"
  | "createCalendarLink"
  | "deleteCalendarLink"
  | "createFeed"
  | "deleteFeed"
  | "createSession"
  | "deleteSession"
  | "endSession"
  | "createSignInLink";

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
  listConflictEntries: { method: "GET", path: "/api/conflict-entries", isPaged: true },
  getConflictEntry: { method: "GET", path: "/api/conflict-entries/{key}" },
  putConflictEntry: { method: "PUT", path: "/api/conflict-entries/{key}" },
  deleteConflictEntry: { method: "DELETE", path: "/api/conflict-entries/{key}" },
  putConflictEntries: { method: "POST", path: "/api/conflict-entries/batch" },
  createActivity: { method: "POST", path: "/api/leads/{id}/activities" },
  listActivities: { method: "GET", path: "/api/leads/{id}/activities", isPaged: true },
  createConflictCheck: { method: "POST", path: "/api/leads/{id}/conflict-checks" },
  listConflictChecks: { method: "GET", path: "/api/leads/{id}/conflict-checks", isPaged: true },
  decideConflictCheck: { method: "POST", path: "/api/leads/{id}/conflict-checks/{checkId}/decision" },
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
  dismissInboundDelivery: { method: "POST", path: "/api/sources/{id}/deliveries/{deliveryId}/dismiss" },
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
  pushBusyTimes: { method: "PUT", path: "/api/attorneys/{id}/busy/{calendar}" },
  listBusyCalendars: { method: "GET", path: "/api/attorneys/{id}/busy" },
  deleteBusyCalendar: { method: "DELETE", path: "/api/attorneys/{id}/busy/{calendar}" },
  createCalendarLink: { method: "POST", path: "/api/members/{id}/calendar-links" },
  listCalendarLinks: { method: "GET", path: "/api/members/{id}/calendar-links", isPaged: true },
  deleteCalendarLink: { method: "DELETE", path: "/api/members/{id}/calendar-links/{linkId}" },
  getCalendarFeed: { method: "GET", path: "/api/calendar.ics", textType: "text/calendar" },
  createFeed: { method: "POST", path: "/api/members/{id}/feeds" },
  listFeeds: { method: "GET", path: "/api/members/{id}/feeds", isPaged: true },
  deleteFeed: { method: "DELETE", path: "/api/members/{id}/feeds/{feedId}" },
  createSession: { method: "POST", path: "/api/session" },
  deleteSession: { method: "DELETE", path: "/api/session" },
  listSessions: { method: "GET", path: "/api/members/{id}/sessions", isPaged: true },
  endSession: { method: "DELETE", path: "/api/members/{id}/sessions/{sessionId}" },
  createSignInLink: { method: "POST", path: "/api/members/{id}/sign-in-link" },
};

export const LOST_ANSWERS: Readonly<Record<UnsafeOperationId, LostAnswer>> = {
  createLead: { way: "repeatedWithKey" },
  updateLead: { way: "confirmed", reader: "getLead", by: "change" },
  archiveLead: { way: "confirmed", reader: "getLead", by: "archived" },
  unarchiveLead: { way: "confirmed", reader: "getLead", by: "unarchived" },
  putConflictEntry: { way: "repeated" },
  deleteConflictEntry: { way: "deletion", gone: ["not_found"] },
  putConflictEntries: { way: "repeated" },
  createActivity: { way: "repeatedWithKey" },
  createConflictCheck: { way: "repeated" },
  decideConflictCheck: { way: "repeatedWithKey" },
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
  updateByLink: { way: "confirmed", reader: "getLink", by: "changeByLink" },
  updateFirm: { way: "confirmed", reader: "getFirm", by: "change" },
  createMember: { way: "failed" },
  updateMember: { way: "confirmed", reader: "getMember", by: "change" },
  createSource: { way: "failed" },
  updateSource: { way: "confirmed", reader: "getSource", by: "change" },
  rotateSourceKey: { way: "failed" },
  previewInboundDelivery: { way: "repeated" },
  replayInboundDelivery: { way: "failed" },
  dismissInboundDelivery: { way: "repeated" },
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
  pushBusyTimes: { way: "repeatedWith", field: "as_of" },
  deleteBusyCalendar: { way: "failed" },
  createCalendarLink: { way: "failed" },
  deleteCalendarLink: { way: "deletion", gone: ["not_found"] },
  createFeed: { way: "failed" },
  deleteFeed: { way: "deletion", gone: ["not_found"] },
  createSession: { way: "repeated" },
  deleteSession: { way: "repeated" },
  endSession: { way: "deletion", gone: ["not_found", "invalid_key"] },
  createSignInLink: { way: "repeated" },
};
