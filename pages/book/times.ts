import { fill, fillParts } from "../shared/fill.ts";
import type { LocalDay } from "../shared/local-days.ts";
import { differingFormat, partOfDay, type TimeFormat, timeElsewhere } from "../shared/time-format.ts";
import { element, isPress, onKey } from "./elements.ts";
import type { Page } from "./frame.ts";

export const timeElement = (instant: string, text: string): HTMLElement =>
  element("time", { datetime: instant }, text);

/** Returns a paragraph of a text with dates in it. */
export const paragraph = (
  text: string,
  values: Readonly<Record<string, Node | string>>,
  className?: string,
) => element("p", { class: className }, ...fillParts(text, values));

type TimeList = {
  readonly day: LocalDay;
  /** The attorney's time zone, or the firm's. */
  readonly there: TimeFormat | undefined;
  readonly isPool: boolean;
  readonly selected: string | undefined;
  readonly onSelect: (start: string) => void;
  /** A key has chosen the time. */
  readonly onReview: () => void;
};

const PARTS = ["morning", "afternoon", "evening"] as const;

/** Returns the free times of a day as a choice. */
export const timeList = (page: Page, list: TimeList): HTMLElement => {
  const { texts, here } = page;
  const { day } = list;
  const parts = PARTS.map((part) => ({
    part,
    starts: day.starts.filter((start) => partOfDay(start, here.timeZone) === part),
  })).filter(({ starts }) => starts.length > 0);
  return element(
    "fieldset",
    { class: "times", "aria-describedby": "zones", onkeydown: reviewKey(list) },
    element("legend", {}, fill(texts.times.legend, { day: here.longDate(day.date) })),
    element("p", { id: "zones", class: "hint" }, zonesText(page, list)),
    ...parts.map(({ part, starts }) =>
      element(
        "div",
        { role: "group", "aria-labelledby": `times-${part}` },
        element("p", { id: `times-${part}`, class: "part" }, texts.times[part]),
        element("div", { class: "slots" }, ...starts.map((start) => slot(page, list, start))),
      ),
    ),
  );
};

/** Chooses the focused time, and leads to its summary. Otherwise Enter would book it at once. */
const reviewKey = ({ onSelect, onReview }: TimeList) =>
  onKey((key, target) => {
    if (!isPress(key) || !(target instanceof HTMLInputElement)) return false;
    target.checked = true;
    onSelect(target.value);
    onReview();
    return true;
  });

const slot = (page: Page, { there, selected, onSelect }: TimeList, start: string) => {
  const { texts, here } = page;
  const other = differingFormat(start, here, there);
  return element(
    "label",
    { class: "slot" },
    element("input", {
      type: "radio",
      name: "start",
      value: start,
      required: true,
      checked: start === selected,
      onchange: () => onSelect(start),
    }),
    element(
      "span",
      { class: "face" },
      timeElement(start, here.time(start)),
      other &&
        element(
          "small",
          {},
          timeElsewhere(texts.times, start, here, other),
          element("span", { class: "unseen" }, ` ${other.zoneName(start)}`),
        ),
    ),
  );
};

/** Returns a text that names the time zones of the times. */
const zonesText = ({ texts, here }: Page, { day, there, isPool }: TimeList) => {
  const start = day.starts.find((each) => differingFormat(each, here, there)) ?? day.starts[0] ?? "";
  const zone = here.zoneName(start);
  const other = differingFormat(start, here, there);
  if (!other) return fill(texts.times.zone, { zone });
  return fill(isPool ? texts.times.firmZones : texts.times.zones, { zone, other: other.zoneName(start) });
};
