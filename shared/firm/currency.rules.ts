import type { Violation } from "../schema/violations.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";

// `Intl.supportedValuesOf("currency")` also has codes that are no longer in use.
/** The active codes of ISO 4217, as of 2026. Leaves out metals, units of accounts between states, and test codes. */
const ACTIVE_CODES = new Set(
  (
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE " +
    "CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF " +
    "GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR " +
    "LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN " +
    "PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS " +
    "TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR " +
    "ZMW ZWG"
  ).split(" "),
);

/** Requires a new currency to be active. The schema rejects what has no such form. */
export const currencyViolations = (
  currency: unknown,
  settings: Pick<FirmSettings, "currency">,
): Violation[] => {
  if (typeof currency !== "string" || currency === settings.currency || ACTIVE_CODES.has(currency)) return [];
  return [{ field: "currency", message: "must be the ISO 4217 code of a currency in use" }];
};
