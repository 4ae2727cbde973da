import { describe, expect, it } from "@jest/globals";
import { targetUrlViolations } from "../../shared/schema/target-url.ts";

const problem = (url: unknown, targets: "public" | "local" = "public") =>
  targetUrlViolations(url, targets).map(({ field, message }) => `${field} ${message}`);

describe("a URL", () => {
  it.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://127.1/",
    "https://①②⑦.⓪.⓪.①/",
    "https://127.0.0.1.:8443/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[0:0:0:0:0:ffff:10.0.0.1]/",
    "https://[64:ff9b::127.0.0.1]/",
    "https://[fe80::1]/",
    "https://[fd00:ec2::254]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://0/",
  ])("is rejected for its address: %s", (url) => {
    expect(problem(url)).toEqual(["url must lead to public addresses only"]);
  });

  it.each([
    ["http://example.com/", "url must start with https://"],
    ["ftp://example.com/", "url must start with https://"],
    ["file:///etc/passwd", "url must start with https://"],
    ["data:,x", "url must start with https://"],
    ["https://user@example.com/", "url must not contain a user name or password"],
    ["https://user:pass@example.com/", "url must not contain a user name or password"],
  ])("is rejected: %s", (url, message) => {
    expect(problem(url)).toEqual([message]);
  });

  it.each([
    "https://example.com/hook?x=1",
    "https://8.8.8.8:8443/",
    "https://[2606:4700::1111]/",
    "no URL",
    "https://[fe80::1%25eth0]/",
    7,
    undefined,
  ])("is accepted, or left to the schema: %s", (url) => {
    expect(problem(url)).toEqual([]);
  });

  it("may be plain http and loopback for local targets, but not otherwise private", () => {
    expect(problem("http://127.0.0.1:4000/", "local")).toEqual([]);
    expect(problem("http://[::1]:4000/", "local")).toEqual([]);
    expect(problem("http://10.0.0.1/", "local")).toEqual(["url must lead to public addresses only"]);
    expect(problem("ftp://127.0.0.1/", "local")).toEqual(["url must start with https://"]);
  });
});
