import { describe, expect, it } from "vitest";
import { clientOf, networkOf, trustedProxies, trustedProxiesFault } from "./client-address.ts";

const isTrusted = trustedProxies("10.0.0.0/8, 192.0.2.7 ,2001:db8:1::/48");
const addressOf = (peer: string | undefined, forwarded?: string) =>
  clientOf(peer, { "x-forwarded-for": forwarded }, isTrusted).address;

describe("the address of a client (T23)", () => {
  it.each([
    ["the socket's without a trusted proxy", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
    ["the socket's when the proxy names nobody", "10.1.2.3", undefined, "10.1.2.3"],
    [
      "what a trusted proxy appended, not what the client sent",
      "10.1.2.3",
      "1.1.1.1, 203.0.113.9",
      "203.0.113.9",
    ],
    ["behind several trusted proxies", "10.1.2.3", "1.1.1.1, 203.0.113.9, 192.0.2.7,10.9.9.9", "203.0.113.9"],
    ["the farthest proxy when all are trusted", "10.1.2.3", "10.0.0.1, 10.0.0.2", "10.0.0.1"],
    ["of a proxy reached by a mapped address", "::ffff:10.1.2.3", "203.0.113.9", "203.0.113.9"],
    ["of a proxy in a trusted IPv6 network", "2001:db8:1::5", "2001:DB8:2:0:0::1", "2001:db8:2::1"],
    [
      "of a client whose port the proxy names, too",
      "10.1.2.3",
      "1.1.1.1:1, 203.0.113.9:51234",
      "203.0.113.9",
    ],
    ["of one behind two that name ports", "10.1.2.3", "203.0.113.9:51234, 10.9.9.9:443 ", "203.0.113.9"],
    ["of an IPv6 client whose port is named", "10.1.2.3", "[2001:db8:2::1]:443", "2001:db8:2::1"],
    ["of an IPv6 client in brackets", "10.1.2.3", "[2001:db8:2::1]", "2001:db8:2::1"],
    ["the proxy's for brackets around anything else", "10.1.2.3", "[203.0.113.9]:443x, [evil]:1", "10.1.2.3"],
    ["the proxy's when it forwards no address", "10.1.2.3", "203.0.113.9, unknown", "10.1.2.3"],
    ["the last address before a text that is none", "10.1.2.3", "evil, 10.0.0.1, 10.0.0.2", "10.0.0.1"],
    ["without the zone of a link-local peer", "fe80::1%eth0", undefined, "fe80::1"],
    ["unknown when the connection is gone", undefined, "203.0.113.9", "unknown"],
  ])("is %s", (_, peer, forwarded, address) => expect(addressOf(peer, forwarded)).toBe(address));

  it("takes plain http as reported by a trusted proxy only, the nearest one's word", () => {
    const plain = (peer: string, proto?: string) =>
      clientOf(peer, { "x-forwarded-proto": proto }, isTrusted).isPlainHttp;
    expect(plain("10.1.2.3", "http")).toBe(true);
    expect(plain("10.1.2.3", "https, HTTP")).toBe(true);
    expect(plain("10.1.2.3", "https")).toBe(false);
    expect(plain("10.1.2.3")).toBe(false);
    expect(plain("203.0.113.9", "http")).toBe(false);
  });
});

describe("the network of an address", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["2001:db8:0:0:1::", "2001:db8:0:0::/64"],
    ["unknown", "unknown"],
  ])("of %s is %s", (address, network) => expect(networkOf(address)).toBe(network));
});

describe("a list of trusted proxies", () => {
  it.each(["", "127.0.0.1", "10.0.0.0/8,::1", " 10.0.0.0/8 , fd00::/8 ,"])("may be %j", (list) =>
    expect(trustedProxiesFault(list)).toBeUndefined(),
  );

  it.each(["proxy.example", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0", "::1/129", "10.0.0.0/-1", "*"])(
    "refuses %j and names it",
    (entry) => expect(trustedProxiesFault(`127.0.0.1, ${entry}`)).toContain(JSON.stringify(entry)),
  );

  it.each(["0.0.0.0/0", "::/0"])("refuses %s, which would let anybody name an address", (entry) =>
    expect(trustedProxiesFault(entry)).toMatch("must not trust every address"),
  );
});
