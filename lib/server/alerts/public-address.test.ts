import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./public-address.ts";

describe("addresses of the public internet", () => {
  it.each(["1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::1"])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ["this network", "0.0.0.0"],
    ["private", "10.1.2.3"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.1.1"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.9.9.9"],
    ["carrier-grade NAT", "100.64.0.1"],
    ["carrier-grade NAT", "100.127.255.255"],
    ["link-local and metadata", "169.254.169.254"],
    ["protocol assignments, a cloud's metadata", "192.0.0.192"],
    ["benchmarks", "198.19.0.1"],
    ["multicast", "224.0.0.1"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["unspecified", "::"],
    ["loopback", "::1"],
    ["IPv4-mapped private", "::ffff:10.0.0.1"],
    ["IPv4-mapped public", "::ffff:1.1.1.1"],
    ["IPv4-mapped in hex", "::ffff:a9fe:a9fe"],
    ["IPv4-compatible", "::7f00:1"],
    ["NAT64", "64:ff9b::a00:1"],
    ["6to4 of 10.0.0.1", "2002:a00:1::"],
    ["Teredo", "2001:0:4136:e378::1"],
    ["documentation", "2001:db8::1"],
    ["unique local", "fd00:ec2::254"],
    ["link-local", "fe80::1"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["multicast", "ff02::1"],
    ["no address", "localhost"],
    ["no address", ""],
  ])("%s %s is not public (SSRF)", (_, address) => expect(isPublicAddress(address)).toBe(false));
});
