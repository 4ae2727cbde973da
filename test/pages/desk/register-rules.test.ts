import { describe, expect, it } from "@jest/globals";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import {
  batchesOf,
  broughtBy,
  countOutcomes,
  keyedEntry,
  readPasted,
  rejectedIn,
} from "../../../pages/desk/setup/register-rules.ts";

describe("a pasted list", () => {
  it.each([
    ["commas", "Key,Name,Matter\n7,Acme Inc.,12\n"],
    ["semicolons", "Key;Name;Matter\r\n7;Acme Inc.;12"],
    ["tabs", "\uFEFFkey\tNAME\tmatter\r7\t Acme Inc. \t12"],
  ])("is read with cells divided by %s, and any line ends", (_, text) =>
    expect(readPasted(text)).toEqual({
      rows: [{ number: 2, values: { key: "7", name: "Acme Inc.", matter: "12" } }],
      unused: [],
    }),
  );

  it("keeps delimiters, line ends and quotes within quotes", () => {
    const text = 'name,matter\n"Smith, ""Jack""\nJohn","a"\n5" pipe,"b"c\nopen,"d';
    expect(readPasted(text).rows.map(({ values }) => values)).toEqual([
      { name: 'Smith, "Jack"\nJohn', matter: "a" },
      { name: '5" pipe', matter: '"b"c' },
      { name: "open", matter: '"d' },
    ]);
  });

  it("numbers rows as a spreadsheet does, leaves out blank ones, and names the columns that it does not read", () => {
    const text = "\nname,Notes,name,\n,,,\nAcme,x,y,z\n , , ,\nDoe";
    expect(readPasted(text)).toEqual({
      rows: [
        { number: 4, values: { name: "Acme" } },
        { number: 6, values: { name: "Doe" } },
      ],
      unused: ["Notes", "name"],
    });
  });

  it("cannot be read without a column of names, and is nothing while it is empty", () => {
    expect(readPasted("Acme Inc.,12\nDoe,13")).toEqual({ rows: [], unused: [], problem: "noNames" });
    expect(readPasted(" \n")).toEqual({ rows: [], unused: [] });
  });

  it("is read as the operator's import reads a file", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r\n", ";", " ", "é") });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const text = rows
          .map((cells) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(","))
          .join("\r\n");
        const read = parse(`name,matter\r\n${text}`, { trim: false }).slice(1);
        const expected = read
          .map(([name = "", matter = ""]: string[]) => ({ name: name.trim(), matter: matter.trim() }))
          .filter((row: object) => Object.values(row).some(Boolean));
        const found = readPasted(`name,matter\r\n${text}`).rows.map(({ values }) => ({
          name: "",
          matter: "",
          ...values,
        }));
        expect(found).toEqual(expected);
      }),
    );
  });
});

describe("an entry of a row", () => {
  it("has the role in the API's form, a client's where there is none, and its other names as a list", async () => {
    expect(await keyedEntry({ key: "7", name: "Acme", role: "Former Client", aliases: "A; B|C" })).toEqual({
      key: "7",
      name: "Acme",
      role: "former_client",
      aliases: ["A", "B", "C"],
    });
    expect(await keyedEntry({ key: "7", name: "Acme", email: "", matter: "12" })).toEqual({
      key: "7",
      name: "Acme",
      role: "client",
      aliases: [],
      matter: "12",
    });
  });

  it("without a key has the same one each time, and another one than any other row", async () => {
    const keyOf = async (values: object) => (await keyedEntry(values)).key;
    expect(await keyOf({ name: "Acme" })).toMatch(/^[0-9a-f]{64}$/);
    expect(await keyOf({ name: "Acme" })).toBe(await keyOf({ name: "Acme", key: "", role: "Client" }));
    expect(await keyOf({ name: "Acme" })).not.toBe(await keyOf({ name: "Acme", matter: "12" }));
  });
});

const row = (number: number, key = String(number), name = "Acme") => ({
  number,
  entry: { key, name, aliases: [], role: "client" as const },
});
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index + 2));

describe("batches", () => {
  const sizes = (all: Parameters<typeof batchesOf>[0]) => batchesOf(all).map(({ length }) => length);
  it("have at most 100 rows", () => expect(sizes(rows(250))).toEqual([100, 100, 50]));
  it("stay below the longest body", () => {
    const long = rows(90).map(({ number }) => row(number, String(number), "é".repeat(1_000)));
    expect(sizes(long)).toEqual([29, 29, 29, 3]);
  });
  it("have no key twice, so that the last row of a key counts", () =>
    expect(sizes([row(2), row(3, "a"), row(4, "a"), row(5)])).toEqual([2, 2]));
  it("are none of nothing", () => expect(sizes([])).toEqual([]));
});

it("says of each row that was refused its number and every reason", () => {
  const details = [
    { field: "name", message: "is required" },
    { field: "role", message: "must be one of: client" },
  ];
  const brought = broughtBy(rows(3), [
    { key: "2", outcome: "created", details: null },
    { key: "3", outcome: "rejected", details },
    { key: "4", outcome: "created", details: null },
  ]);
  expect(countOutcomes(brought)).toEqual([
    ["created", 2],
    ["rejected", 1],
  ]);
  expect(rejectedIn(brought)).toEqual([
    { number: "3", reason: "name is required, role must be one of: client" },
  ]);
});
