import { describe, expect, it } from "@jest/globals";
import { isAllowedAddress } from "../../shared/runtime/checked-address.ts";

const REJECTED = [
  ["unspecified", "0.0.0.0"],
  ["this network", "0.1.2.3"],
  ["private", "10.0.0.1"],
  ["private", "172.16.0.1"],
  ["private", "172.31.255.255"],
  ["private", "192.168.1.1"],
  ["CGNAT", "100.64.0.1"],
  ["CGNAT", "100.127.255.255"],
  ["loopback", "127.0.0.1"],
  ["loopback", "127.255.255.254"],
  ["link-local, the address of cloud metadata", "169.254.169.254"],
  ["protocol assignments", "192.0.0.8"],
  ["documentation", "192.0.2.1"],
  ["documentation", "198.51.100.1"],
  ["documentation", "203.0.113.1"],
  ["benchmarking", "198.18.0.1"],
  ["benchmarking", "198.19.255.255"],
  ["6to4 relay", "192.88.99.1"],
  ["multicast", "224.0.0.1"],
  ["multicast", "239.255.255.255"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["unspecified", "::"],
  ["loopback", "::1"],
  ["IPv4-compatible", "::127.0.0.1"],
  ["IPv4-compatible and public", "::8.8.8.8"],
  ["mapped loopback", "::ffff:127.0.0.1"],
  ["mapped loopback in hexadecimal", "::ffff:7f00:1"],
  ["mapped and public", "::ffff:8.8.8.8"],
  ["translated", "::ffff:0:127.0.0.1"],
  ["NAT64", "64:ff9b::7f00:1"],
  ["NAT64 and public", "64:ff9b::8.8.8.8"],
  ["local NAT64", "64:ff9b:1::7f00:1"],
  ["discard", "100::1"],
  ["Teredo", "2001::1"],
  ["benchmarking", "2001:2::1"],
  ["ORCHID", "2001:20::1"],
  ["documentation", "2001:db8::1"],
  ["documentation", "3fff::1"],
  ["6to4 of a private address", "2002:0a00:0001::1"],
  ["segment routing", "5f00::1"],
  ["unassigned", "4000::1"],
  ["unique-local", "fc00::1"],
  ["unique-local, the address of cloud metadata", "fd00:ec2::254"],
  ["link-local", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["site-local", "fec0::1"],
  ["multicast", "ff02::1"],
  ["public with a zone", "2606:4700::1111%eth0"],
  ["a host name", "example.com"],
  ["empty", ""],
] as const;

describe("an address is rejected:", () => {
  it.each(REJECTED)("%s %s", (_, address) => {
    expect(isAllowedAddress(address, "public")).toBe(false);
  });
});

describe("an address is allowed:", () => {
  it.each([
    "8.8.8.8",
    "1.1.1.1",
    "100.63.255.255",
    "100.128.0.0",
    "172.32.0.1",
    "2606:4700::1111",
    "2a00:1450::1",
  ])("%s", (address) => {
    expect(isAllowedAddress(address, "public")).toBe(true);
  });

  it.each([
    ["127.0.0.1", true],
    ["::1", true],
    ["8.8.8.8", true],
    ["10.0.0.1", false],
    ["169.254.169.254", false],
    ["::ffff:127.0.0.1", false],
  ])("for local targets, %s: %s", (address, allowed) => {
    expect(isAllowedAddress(address, "local")).toBe(allowed);
  });
});
