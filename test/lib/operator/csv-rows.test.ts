import { describe, expect, it } from "@jest/globals";
import { readCsv } from "../../../lib/operator/csv-rows.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readCsv(bytes(text));

const ROW = { number: 2, values: { Name: "Ada", Phone: "212" } };

describe("a list", () => {
  it.each([
    ["commas", "Name,Phone\nAda,212"],
    ["semicolons", "Name;Phone\nAda;212\n"],
    ["tabs", "Name\tPhone\nAda\t212"],
    ["Windows' line ends", "Name,Phone\r\nAda,212\r\n"],
    ["old line ends", "Name,Phone\rAda,212"],
    ["a byte order mark", "\uFEFFName,Phone\nAda,212"],
    ["quotes", '"Name","Phone"\n"Ada","212"'],
    ["blanks around names of columns", " Name , Phone \nAda,212"],
    ["columns without a name", "Name,,Phone\nAda,x,212"],
    ["semicolons within a name of a comma's list", '"Name",Phone\nAda,212'],
  ])("may have %s", (_title, text) => {
    expect(read(text)).toEqual([ROW]);
  });

  it("numbers its rows as a spreadsheet does, however many lines a cell has, and leaves out what is blank", () => {
    const text = 'Name,Notes\n\nAda,"One\ntwo"\n,\n\nGrace,"She said ""yes"", twice"\n';
    expect(read(text)).toEqual([
      { number: 3, values: { Name: "Ada", Notes: "One\ntwo" } },
      { number: 6, values: { Name: "Grace", Notes: 'She said "yes", twice' } },
    ]);
  });

  it("has a list for a column that stands twice", () => {
    expect(read("Email,Email,Name\na@x.org,,Ada\nb@x.org,c@x.org,Grace")).toMatchObject([
      { values: { Email: "a@x.org" } },
      { values: { Email: ["b@x.org", "c@x.org"] } },
    ]);
  });

  it.each([
    ["more cells than the header", bytes("a,b\n1,2\n1,2,3"), "on line 3"],
    ["a quote that nothing closes", bytes('a,b\n1,2\n"1,2'), "at line 3"],
    ["a quote in the middle", bytes('a,b\n1"x,2'), "at line 2"],
    ["no line", bytes(""), "The file is empty."],
    ["Latin-1", new Uint8Array([...bytes("a,b\n1,2\nRen"), 0xe9, ...bytes(",2\n")]), "Line 3 is not UTF-8"],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x61, 0]), "Line 1 is not UTF-8"],
  ])("with %s is refused, and the line is named", (_title, file, message) => {
    expect(() => readCsv(file)).toThrow(message);
  });
});
