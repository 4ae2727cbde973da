/** Returns true if the browser has the rules of a time zone. Some zones are newer than the browser. */
export const isKnownZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).format() !== "";
  } catch {
    return false;
  }
};

/** Returns the browser's time zone; UTC if the system's zone is unknown to it, `Etc/Unknown`. */
export const visitorsZone = (): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isKnownZone(timeZone) ? timeZone : "UTC";
};

/** Returns the name under which the browser lists a zone that has several, such as `Asia/Calcutta` for `Asia/Kolkata`. */
const listedName = (timeZone: string): string =>
  new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;

/** Returns zones without those that are an earlier one by another name. */
export const distinctZones = (zones: readonly string[]): string[] => {
  const listed = zones.map(listedName);
  return zones.filter((_, index) => listed.indexOf(listed[index] ?? "") === index);
};

/**
 * Returns the zones that the browser lists, and UTC, without those given. An older browser lists none, so that UTC is the
 * only other one.
 */
export const otherZones = (given: readonly string[]): string[] => {
  const names = [...given, ...given.map(listedName)];
  const listed = new Set(["UTC", ...(Intl.supportedValuesOf?.("timeZone") ?? [])]);
  return [...listed].filter((zone) => !names.includes(zone));
};

/** Returns a zone's name, `Eastern Time`. UTC has no generic name. */
export const zoneName = (locale: string, timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: timeZone === "UTC" ? "long" : "longGeneric" })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;

/** The names that cities have today. Browsers list their zones by older ones, `Asia/Calcutta`. */
const TODAYS_CITIES: Readonly<Record<string, string>> = {
  Asmera: "Asmara",
  Calcutta: "Kolkata",
  Coral_Harbour: "Atikokan",
  Enderbury: "Kanton",
  Faeroe: "Faroe",
  Godthab: "Nuuk",
  Katmandu: "Kathmandu",
  Kiev: "Kyiv",
  Ponape: "Pohnpei",
  Rangoon: "Yangon",
  Saigon: "Ho_Chi_Minh",
  Truk: "Chuuk",
};

/** Returns a zone's name with its city, `Eastern Time – New York`. */
export const zoneLabel = (locale: string, timeZone: string, instant: string): string => {
  const name = zoneName(locale, timeZone, instant);
  const [, city] = /\/([^/]*)$/.exec(timeZone) ?? [];
  return city ? `${name} – ${(TODAYS_CITIES[city] ?? city).replaceAll("_", " ")}` : name;
};

type WithZones = Intl.Locale & {
  readonly getTimeZones?: () => readonly string[];
  readonly timeZones?: readonly string[];
};

/** Returns the zones of a country, by its code; none if the browser does not know them. */
export const zonesOf = (country: string): readonly string[] => {
  const locale: WithZones = new Intl.Locale("und", { region: country });
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
};

/** Returns true if one of these zones is the visitor's, by whatever name. */
export const includesVisitors = (zones: readonly string[]): boolean =>
  zones.filter(isKnownZone).map(listedName).includes(listedName(visitorsZone()));
