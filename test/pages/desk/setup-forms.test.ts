import { expect, it } from "@jest/globals";
import { type HoursRow, rowOfField, toRows, toWindows } from "../../../pages/desk/setup/hours.ts";
import { formSnippet, ingestionAddress } from "../../../pages/desk/setup/snippet.ts";

const row = (from: number, to: number, start = "09:00", end = "17:00"): HoursRow => ({
  from,
  to,
  start,
  end,
});
const days = (weekdays: number[], start = "09:00", end = "17:00") =>
  weekdays.map((weekday) => ({ weekday, start, end }));

it.each<[string, HoursRow[], ReturnType<typeof days>]>([
  ["a working week", [row(1, 5)], days([1, 2, 3, 4, 5])],
  ["a single day", [row(3, 3)], days([3])],
  [
    "a shorter Friday",
    [row(1, 4), row(5, 5, "09:00", "15:00")],
    [...days([1, 2, 3, 4]), ...days([5], "09:00", "15:00")],
  ],
  [
    "a break",
    [row(1, 2, "09:00", "12:00"), row(1, 2, "13:00", "17:00")],
    [...days([1, 2], "09:00", "12:00"), ...days([1, 2], "13:00", "17:00")],
  ],
  ["an end at midnight", [row(6, 6, "20:00", "00:00")], days([6], "20:00", "24:00")],
  ["days apart", [row(1, 1), row(3, 3)], days([1, 3])],
  ["no hours", [], []],
])("%s is the same in the form and in the API", (_what, rows, windows) => {
  expect(toWindows(rows)).toEqual(windows);
  expect(toRows(windows)).toEqual(rows);
});

it("takes a range of weekdays that goes over Sunday", () => {
  expect(toWindows([row(6, 1)])).toEqual(days([6, 7, 1]));
});

it.each<[string, number | null]>([
  ["office_hours[0].start", 0],
  ["office_hours[4].end", 0],
  ["office_hours[5]", 1],
  ["office_hours[9]", null],
  ["office_hours", null],
  ["name", null],
])("puts the refusal of %s beside its row", (field, index) => {
  expect(rowOfField([row(1, 5), row(6, 6)], field)).toBe(index);
});

const LABELS = { name: "Name", email: "Email", phone: "Telephone", send: "Send" };
const field = (
  key: string,
  label: string,
  type: "text" | "select" | "date" = "text",
  options: string[] = [],
) => ({ key, label, type, options });

it("gives a form that posts to the source, with the firm's own questions", () => {
  const fields = [
    field("matter", "Matter", "select", ["Divorce"]),
    field("story", "What happened?"),
    field("email", "x"),
    field("birth", "x", "date"),
  ];
  expect(formSnippet(ingestionAddress("https://i.example", "its_1"), LABELS, fields).split("\n")).toEqual([
    '<form method="post" action="https://i.example/api/leads?key=its_1">',
    '  <p><label>Name<br><input name="name" required autocomplete="name"></label></p>',
    '  <p><label>Email<br><input name="email" type="email" required autocomplete="email"></label></p>',
    '  <p><label>Telephone<br><input name="phone" type="tel" autocomplete="tel"></label></p>',
    '  <p><label>Matter<br><select name="matter"><option></option><option>Divorce</option></select></label></p>',
    '  <p><label>What happened?<br><textarea name="story"></textarea></label></p>',
    "  <p><button>Send</button></p>",
    '  <input name="external_id" type="hidden">',
    "  <script>",
    expect.stringContaining("document.currentScript"),
    "    let isSent = false;",
    expect.stringContaining("crypto.randomUUID"),
    expect.stringContaining("event.preventDefault()"),
    "  </script>",
    "</form>",
  ]);
});

it.each([`"><script>alert(1)</script>`, "' onfocus='alert(1)", "&lt;b&gt;", "</textarea></form>"])(
  "the text %s adds nothing to the form but itself",
  (text) => {
    const html = formSnippet(`https://i.example/${text}`, { ...LABELS, send: text }, [
      field("k", text),
      field("s", text, "select", [text]),
    ]);
    const plain = formSnippet("https://i.example/", { ...LABELS, send: "" }, [
      field("k", ""),
      field("s", "", "select", [""]),
    ]);
    const shape = (of: string) => of.match(/<\/?\w+/g);
    expect(shape(html)).toEqual(shape(plain));
    expect(html.match(/["]/g)).toHaveLength((plain.match(/["]/g) ?? []).length);
  },
);
