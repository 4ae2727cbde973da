import { pause } from "../shared/pause.ts";
import {
  distinctZones,
  isKnownZone,
  otherZones,
  visitorsZone,
  zoneLabel,
  zonesOf,
} from "../shared/time-zones.ts";
import { element } from "./elements.ts";
import type { Page } from "./frame.ts";

/** Naming a zone takes a phone milliseconds, so the names of all zones are made a few at a time. */
const NAMED_AT_ONCE = 20;
const PAUSE_MILLISECONDS = 10;

/** In some browsers each arrow key chooses a zone, so that a choice counts once no other one follows. */
const SETTLING_MILLISECONDS = 400;

type ZoneChoiceOptions = {
  /** The zone of the attorney or the firm. */
  readonly there: string;
  /** The firm's country. */
  readonly country: string;
  /** True while another action is running. A choice waits until it has ended. */
  readonly isBusy: () => boolean;
  readonly onChoose: (timeZone: string) => Promise<void>;
};

/**
 * Returns the choice of the zone in which all times are shown: the visitor's own, the attorney's or the firm's, and soon
 * afterwards the others of the firm's country, and every other one that the browser knows.
 */
export const zoneChoice = (
  page: Page,
  { there, country, isBusy, onChoose }: ZoneChoiceOptions,
): HTMLElement => {
  const { here, locale, texts, api } = page;
  const now = new Date(api.now()).toISOString();
  const first = distinctZones([visitorsZone(), here.timeZone, there].filter(isKnownZone));
  const optionOf = (value: string) => element("option", { value }, zoneLabel(locale, value, now));
  let settling: ReturnType<typeof setTimeout> | undefined;
  const chooseSoon = () => {
    clearTimeout(settling);
    settling = setTimeout(choose, SETTLING_MILLISECONDS);
  };
  const choose = async () => {
    if (isBusy()) return chooseSoon();
    const { value, isConnected } = select;
    if (!isConnected || value === page.here.timeZone) return;
    await onChoose(value);
    // Another choice may have followed meanwhile.
    if (select.value === value) select.value = page.here.timeZone;
  };
  const select = element("select", { onchange: chooseSoon }, ...first.map(optionOf));
  select.value = here.timeZone;
  const { compare } = new Intl.Collator(locale);
  const add = async (zones: readonly string[]) => {
    const options: HTMLOptionElement[] = [];
    for (const rest = [...zones]; rest.length > 0; await pause(PAUSE_MILLISECONDS).ended)
      options.push(...rest.splice(0, NAMED_AT_ONCE).map(optionOf));
    select.append(...options.sort((one, other) => compare(one.text, other.text)));
  };
  const near = distinctZones([...first, ...zonesOf(country)]);
  add(near.slice(first.length)).then(() => add(otherZones(near)));
  return element("label", { class: "zone-choice" }, element("span", {}, texts.times.zoneLabel), select);
};
