import { describe, expect, it } from "@jest/globals";
import { TEXTS } from "../../../pages/book/texts/languages.ts";
import { choosePlural, fill, fillParts } from "../../../pages/shared/fill.ts";

describe("a text", () => {
  it("puts values into its places, in the order of its language", () => {
    expect(fill("{firm}: {heading}", { heading: "Your appointment", firm: "{heading} & Co" })).toBe(
      "{heading} & Co: Your appointment",
    );
    expect(fillParts("It is {time}, {zone}.", { time: 9, zone: 1 })).toEqual(["It is ", 9, ", ", 1, "."]);
  });

  it("keeps a place without a value, and inserts values named like parts of an object", () => {
    expect(fill("{constructor} {date}", { date: "today" })).toBe("{constructor} today");
  });

  it("has one full stop after a value that ends with one", () => {
    expect(fill("Until {date}.", { date: "3:00 p.m." })).toBe("Until 3:00 p.m.");
    expect(fill("Until {date}. And {name}.", { date: "3 PM", name: "Doe Inc." })).toBe(
      "Until 3 PM. And Doe Inc.",
    );
    expect(fillParts<object | string>("{date}.", { date: { textContent: "p.m." } })).toHaveLength(1);
  });

  it("uses the form of its number", () => {
    const durations = (language: "en" | "fr") =>
      [0, 1, 2].map((count) =>
        fill(choosePlural(TEXTS[language].meeting.duration, count, language), { count: String(count) }),
      );
    expect(durations("en")).toEqual(["0 minutes", "1 minute", "2 minutes"]);
    expect(durations("fr")).toEqual(["0 minute", "1 minute", "2 minutes"]);
    expect(choosePlural({ other: "many", few: "few" }, 3, "pl")).toBe("few");
  });
});
