import { describe, expect, it } from "@jest/globals";
import { priceOf, webAddressOf } from "../../../pages/book/place-and-price.ts";

describe("a location", () => {
  it.each([
    ["https://meet.example.com/dana?code=1#room", "https://meet.example.com/dana?code=1#room"],
    ["HTTPS://Meet.Example.com", "https://meet.example.com/"],
  ])("is an address: %s", (location, address) => {
    expect(webAddressOf(location)).toBe(address);
  });

  it.each([
    "1 Main Street, New York",
    "http://meet.example.com",
    "javascript:alert(1)//https://meet.example.com",
    "tel:+12125550100",
    "meet.example.com",
    "https://meet.example.com, code 5",
    "https://meet.example.com\njavascript:alert(1)",
    "Room 5 or https://meet.example.com",
    "https://",
  ])("is no address: %j", (location) => {
    expect(webAddressOf(location)).toBeUndefined();
  });
});

describe("a price", () => {
  it.each([
    ["en-US", 150, "USD", "$150.00"],
    ["de-DE", 1234.5, "EUR", "1.234,50 €"],
    ["ja-JP", 5000, "JPY", "￥5,000"],
    ["en-US", 0, "EUR", "€0.00"],
    ["en-US", 20, "ZZZ", "ZZZ 20.00"],
    ["en-US", 1500.5, "JPY", "¥1,500.5"],
    ["en-US", 99.999, "USD", "$99.999"],
    ["en-US", 0.1, "USD", "$0.10"],
    ["en-US", 12.3456, "KWD", "KWD 12.3456"],
  ])("in %s of %d %s is %s", (language, amount, currency, text) => {
    expect(priceOf(language, amount, currency).replace(/\s/g, " ")).toBe(text);
  });
});
