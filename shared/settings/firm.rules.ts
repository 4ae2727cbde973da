import type { FirmId } from "../table/firm-id.ts";
import { type BookingRules, bookingRulesResource } from "../time/booking-rules.rules.ts";
import { type ConsultationType, consultationTypeResource } from "./consultation-type.rules.ts";
import type { CUSTOM_FIELD_TYPES, FirmResource } from "./firm.contract.ts";
import { type SelfService, selfServiceResource } from "./self-service.rules.ts";

export type Stage = { readonly key: string; readonly name: string; readonly terminal: boolean };

export type CustomField = {
  readonly key: string;
  readonly label: string;
  readonly type: (typeof CUSTOM_FIELD_TYPES)[number];
  /** Allowed values of a select field; empty for the other types. */
  readonly options: readonly string[];
};

/** First and last day, both inclusive, as `YYYY-MM-DD` in each attorney's own zone. */
export type Holiday = { readonly startDate: string; readonly endDate: string; readonly name: string };

export type FirmSettings = {
  readonly name: string;
  /** IANA zone name. */
  readonly timeZone: string;
  /** ISO 3166-1 alpha-2; the country of phone numbers without a country code. */
  readonly defaultCountry: string;
  /** By which clients reach the firm: in E.164 where it is valid; null for none. */
  readonly contactPhone: string | null;
  readonly stages: readonly Stage[];
  /** What `data` of leads holds. */
  readonly leadFields: readonly CustomField[];
  /** What `data` of consultations holds. */
  readonly consultationFields: readonly CustomField[];
  readonly consultationTypes: readonly ConsultationType[];
  readonly bookingRules: BookingRules;
  /** Minutes before the start at which consultations that are booked or moved from now on have a reminder. */
  readonly reminderMinutes: readonly number[];
  readonly selfService: SelfService;
  readonly holidays: readonly Holiday[];
  readonly version: number;
};

/** The stages of a new firm. */
export const INITIAL_STAGES: readonly Stage[] = [
  { key: "new", name: "New", terminal: false },
  { key: "contacted", name: "Contacted", terminal: false },
  { key: "qualified", name: "Qualified", terminal: false },
  { key: "retained", name: "Retained", terminal: true },
  { key: "lost", name: "Lost", terminal: true },
];

export const firstOpenStage = (stages: readonly Stage[]) => stages.find(({ terminal }) => !terminal);

/** Whether the firm has all these stages. */
export const hasStages = ({ stages }: Pick<FirmSettings, "stages">, keys: readonly string[]): boolean =>
  keys.every((key) => stages.some((stage) => stage.key === key));

/** A stage as leads show it; the key replaces the name of a stage that is no longer configured. */
export const stageStatus = ({ stages }: FirmSettings, key: string) => ({
  key,
  name: stages.find((stage) => stage.key === key)?.name ?? key,
});

const customFieldResource = ({ key, label, type, options }: CustomField) => ({
  key,
  label,
  type,
  options: [...options],
});

export const holidayResource = ({ startDate, endDate, name }: Holiday) => ({
  start_date: startDate,
  end_date: endDate,
  name,
});

/** The firm's settings as the API shows them. */
export const firmResource = (firm: FirmId, settings: FirmSettings): FirmResource => ({
  id: firm,
  name: settings.name,
  time_zone: settings.timeZone,
  default_country: settings.defaultCountry,
  contact_phone: settings.contactPhone,
  stages: settings.stages.map(({ key, name, terminal }) => ({ key, name, terminal })),
  lead_fields: settings.leadFields.map(customFieldResource),
  consultation_fields: settings.consultationFields.map(customFieldResource),
  consultation_types: settings.consultationTypes.map(consultationTypeResource),
  booking_rules: bookingRulesResource(settings.bookingRules),
  reminders_min: [...settings.reminderMinutes],
  self_service: selfServiceResource(settings.selfService),
  holidays: settings.holidays.map(holidayResource),
  version: settings.version,
});
