import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { newProxyValues, type ProxyFormValues, proxyFormSchema, proxyToCreate } from "./proxy-form.ts";

type Typed = Partial<Omit<ProxyFormValues, "config">> & { config?: Partial<ProxyFormValues["config"]> };
const valuesOf = ({ config, ...typed }: Typed) => ({
  ...newProxyValues,
  ...typed,
  config: { ...newProxyValues.config, ...config },
});
const bodyOf = (typed: Typed) => proxyToCreate(z.parse(proxyFormSchema, valuesOf(typed)));
const faultsOf = (typed: Typed) =>
  (proxyFormSchema.safeParse(valuesOf(typed)).error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );

describe("a new proxy", () => {
  it("has the settings of its type only", () => {
    const config = {
      host: " proxy.example ",
      port: "8080",
      username: "ada",
      password: " secret ",
      country: "DE",
    };
    expect(bodyOf({ name: " Oslo ", config })).toEqual({
      type: "custom",
      protocol: "https",
      name: "Oslo",
      config: { host: "proxy.example", port: 8080, username: "ada", password: " secret " },
    });
    expect(bodyOf({ type: "datacenter", protocol: "http", config })).toEqual({
      type: "datacenter",
      protocol: "http",
      config: { country: "DE" },
    });
    expect(bodyOf({ type: "isp" })).toEqual({ type: "isp", protocol: "https" });
  });

  it("names the rule at each field", () => {
    expect(faultsOf({})).toEqual([
      "config.host: Enter the proxy's host name or address.",
      "config.port: Enter the proxy's port.",
    ]);
    const host = "config.host: Enter the host name or address alone, such as proxy.example.com.";
    for (const wrong of ["http://a.example", "a.example:8080", "ada@a.example", "a b"])
      expect(faultsOf({ config: { host: wrong, port: "1" } }), wrong).toEqual([host]);
    for (const right of ["a.example", "203.0.113.7", "2001:db8::1", "[2001:db8::1]", "::ffff:1.2.3.4"])
      expect(faultsOf({ config: { host: right, port: "1" } }), right).toEqual([]);
    expect(faultsOf({ config: { host: "a", port: "65536", password: "1234" } })).toEqual([
      "config.port: Enter a whole number from 1 to 65535.",
      "config.password: Use at least 5 characters.",
      "config.username: A password needs a user name.",
    ]);
    const place = { country: "DEU", state: "x", zip: "123", asn: "7922", city: "new york" };
    expect(faultsOf({ type: "residential", config: place })).toEqual([
      "config.country: Enter two letters, such as US.",
      "config.state: Enter two letters, such as CA.",
      "config.city: Enter one word without spaces, such as newyork.",
      "config.zip: Enter five digits.",
      "config.asn: Enter AS and a number, such as AS7922.",
      "config.zip: This cannot be combined with a city or a state.",
      "config.asn: This cannot be combined with a city or a state.",
    ]);
    expect(faultsOf({ type: "mobile", config: { city: "oslo" } })).toEqual([
      "config.city: Enter a country, too: a city needs one.",
    ]);
    expect(faultsOf({ type: "isp", config: { zip: "x" } })).toEqual([]);
  });
});
