import { expect, test } from "vitest";
import { Problem } from "../kernel/problem.ts";
import { checkedConfig, faultsOf } from "./proxy-config.ts";

test("the country is stored in capitals; the default is US", () => {
  expect(checkedConfig("datacenter", undefined)).toEqual({ country: "US" });
  expect(checkedConfig("isp", { country: "de" })).toEqual({ country: "DE" });
  expect(checkedConfig("custom", { host: "proxy.example", port: 8080 })).toEqual({
    host: "proxy.example",
    port: 8080,
  });
});

test.each([
  ["datacenter", { country: "EU" }],
  ["residential", { country: "US", state: "NY", city: "newyork", os: "macos" }],
  ["residential", { zip: "10001" }],
  ["mobile", { country: "GB", asn: "AS7922", carrier: "vodafone" }],
  ["custom", { host: "10.0.0.7", port: 3128, username: "u", password: "12345" }],
  ["custom", { host: "2001:db8::1", port: 3128 }],
] as const)("%s %o has no fault", (type, config) => {
  expect(faultsOf(type, config)).toEqual([]);
});

test.each([
  ["datacenter", { country: "Germany" }, ["country"]],
  ["datacenter", { country: "UK" }, ["country"]],
  ["isp", { country: "EU" }, ["country"]],
  ["residential", { state: "ZZ" }, ["state"]],
  ["mobile", { carrier: "ee" }, ["carrier"]],
  ["mobile", { asn: "AS0", state: "CA" }, ["asn", "asn"]],
  ["datacenter", { city: "berlin", host: "h" }, ["city", "host", "city"]],
  ["residential", { carrier: "verizon" }, ["carrier"]],
  ["mobile", { os: "windows" }, ["os"]],
  ["residential", { country: "DE", state: "NY" }, ["state"]],
  ["residential", { city: "new york" }, ["city", "city"]],
  ["residential", { country: "US", city: "boston", zip: "02108" }, ["zip"]],
  ["residential", { country: "US", state: "MA", zip: "0210", asn: "7922" }, ["zip", "zip", "asn", "asn"]],
  ["residential", { os: "beos" }, ["os"]],
  ["custom", {}, ["host", "port"]],
  ["custom", { host: "http://proxy", port: 80, password: "secret" }, ["host", "username"]],
  ["custom", { host: "proxy", port: 80, username: "a:b", password: "sec" }, ["username", "password"]],
  ["custom", { host: "proxy", port: 80, country: "US" }, ["country"]],
] as const)("%s %o has faults in %o", (type, config, fields) => {
  const named = faultsOf(type, config).map((fault) => /^body\.config\.(\w+): /.exec(fault)?.[1]);
  expect(named).toEqual(fields);
});

test("a fault of a closed list has up to ten similar values", () => {
  expect(faultsOf("residential", { state: "Nx" })[0]).toContain("such as NE, NV, NH, NJ, NM, NY, NC, ND");
  expect(faultsOf("mobile", { carrier: "vodafon" })[0]).toMatch(/vodafone/);
});

test("all faults are in the details, without values", () => {
  try {
    checkedConfig("custom", { host: "a b", password: "no" });
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error.status).toBe(400);
    expect(error.details).toHaveLength(4);
    expect(error.details?.every((detail) => detail.code === "invalid_input")).toBe(true);
    expect(JSON.stringify(error.toBody())).not.toContain("a b");
  }
});
