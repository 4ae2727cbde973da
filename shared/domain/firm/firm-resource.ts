import type { FirmResource } from "../../contract/firm.ts";
import type { FirmSettings } from "./firm.ts";
import type { FirmId } from "./firm-id.ts";

/** The firm's settings as the API shows them. */
export const firmResource = (firm: FirmId, settings: FirmSettings): FirmResource => ({
  id: firm,
  name: settings.name,
  time_zone: settings.timeZone,
  default_country: settings.defaultCountry,
  stages: settings.stages.map(({ key, name, terminal }) => ({ key, name, terminal })),
  lead_fields: settings.leadFields.map(({ key, label, type, options }) => ({
    key,
    label,
    type,
    options: [...options],
  })),
  holidays: settings.holidays.map(({ startDate, endDate, name }) => ({
    start_date: startDate,
    end_date: endDate,
    name,
  })),
  version: settings.version,
});
