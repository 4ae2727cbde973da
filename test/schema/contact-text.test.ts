import { describe, expect, it } from "@jest/globals";
import { normalizePhoneNumber, numberAsMeant } from "../../shared/leads/phone-number.rules.ts";
import { addressIn, numberIn } from "../../shared/schema/contact-text.ts";

describe("the address in", () => {
  it.each([
    "joe@example.com",
    "joe@example.com.",
    "joe@example.com, ",
    "joe@example.com;",
    "mailto:joe@example.com",
    "MailTo: joe@example.com?subject=Help",
    "Joe Doe <joe@example.com>",
    "Doe, Joe <joe@example.com>;",
    '"Doe, Joe" < joe@example.com >',
    "<joe@example.com>",
    "joe@example.com <mailto:joe@example.com>",
    "'joe@example.com'",
    "“joe@example.com”,",
    '"joe@example.com."',
    "\u00a0joe@example.com\u00a0",
  ])("%j is joe@example.com", (text) => {
    expect(addressIn(text)).toBe("joe@example.com");
  });

  it.each([
    "N/A",
    "none",
    "no email",
    "-",
    ".",
    ";,",
    "mailto:",
    "Joe <>",
    '""',
    "joe@gmail",
    "a@example.com, b@example.com",
    "A <a@example.com>, B <b@example.com>",
    "o'brien@example.com",
    "'quoted@example.com",
    "<".repeat(2_000),
  ])("%j is the whole text", (text) => {
    expect(addressIn(text)).toBe(text);
  });
});

describe("the number in", () => {
  it.each([
    "+1 (212) 555-0100",
    "tel:+12125550100",
    "tel://+12125550100",
    "whatsapp:+12125550100",
    "p:+12125550100",
    "Cell: 212-555-0100",
    "Téléphone：(212) 555-0100",
    "Work: p: 212 555 0100",
    "'2125550100",
    '"+1 212 555 0100"',
    "“212.555.0100”",
    "+1 (212) 555-0100 (cell)",
    "212-555-0100 mobile, please",
    "212-555-0100(home)",
    "2125550100.",
    "2125550100;",
    "212-555-0100cell",
    "Cell: '212 555 0100' (her husband’s)",
    "12125550100.0",
    "2125550100.0",
    "(212) 555-0100.0",
    "p:12125550100.00",
    "1.2125550100E10",
    "2.12555010E9",
    "\u00a0212\u00a0555\u00a00100\u00a0",
    "\u202ap:+1 212 555 0100\u202c",
    "p:２１２ ５５５ ０１００（自宅）",
  ])("%j is the same", async (text) => {
    expect(await normalizePhoneNumber(await numberAsMeant(text, "US"), "US")).toBe("+12125550100");
  });

  it.each([
    "+1 212 555 0100 x123",
    "212 555 0100 ext. 5",
    "212 555 0100 call after 5 pm, or 6",
    "1 800 FLOWERS",
    "1-888-555-LAWS",
    "(888) 555 LAWS",
    "call 212 555 0100",
    "https://wa.me/12125550100",
    "phone 2: 212 555 0100",
    "212-555-0100 / 212-555-0101",
    "+1 (212) 555 (0100)",
    "212.555.0",
    "1.21256E+10",
    "none",
    "N/A",
    "-",
    "call: Anna",
    "1 ".repeat(600),
  ])("%j is the whole text", (text) => {
    expect(numberIn(text)).toBe(text);
  });

  it.each([
    ["555-0123 (home)", "555-0123"],
    ["Cell: 555-0123", "555-0123"],
    ["Office: 1 800 FLOWERS.", "1 800 FLOWERS"],
    ["p: 212-555-0123 after 5pm", "212-555-0123 after 5pm"],
    ["212-555-0123 x5 or 6pm", "212-555-0123 x5 or 6pm"],
    [`My office: 555 0123 ${"and ask for Ada ".repeat(3)}`, "555 0123"],
    ["Phone: 020 7946 0000 (my mobile, only before nine in the morning)", "020 7946 0000"],
  ])("%j is no valid number, and goes without the words around it: %j", async (text, number) => {
    expect(await numberAsMeant(text, "US")).toBe(number);
  });

  it("a number with an extension goes without what is around it", async () => {
    expect(await numberAsMeant("Work: 212-555-0100 ext. 5, please", "US")).toBe("212-555-0100 ext. 5");
  });

  it("a text that spells its last digits goes without the punctuation after it", () => {
    expect(numberIn("Office: 1 800 FLOWERS.")).toBe("1 800 FLOWERS");
    expect(numberIn("555-01;")).toBe("555-01");
  });
});
