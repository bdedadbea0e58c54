// Validates a proxy's config by its type. Pure.
import type { ProxyCreate, proxyTypes } from "../../lib/contract/proxies.ts";
import { invalidInput } from "../kernel/problem.ts";
import { candidates, carriers, countries, states } from "../kernel/proxy-location-codes.ts";

type ProxyType = (typeof proxyTypes)[number];
type GivenConfig = NonNullable<ProxyCreate["config"]>;
type Field = keyof GivenConfig;

const fieldsOf: Record<ProxyType, readonly Field[]> = {
  datacenter: ["country"],
  isp: ["country"],
  residential: ["country", "state", "city", "zip", "asn", "os"],
  mobile: ["country", "state", "city", "zip", "asn", "carrier"],
  custom: ["host", "port", "username", "password"],
};

const standardCountry = "US";
/** Not a country, but accepted for data centre proxies. */
const europe = "EU";
const systems = ["windows", "macos", "android"];
const hostPattern =
  /^(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?)(?:\.[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?)*\.?$|^[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*$/;

/** The config to store, with the default country filled in. Throws 400 with each fault in its details. */
export function checkedConfig(type: ProxyType, given: ProxyCreate["config"]): GivenConfig {
  const config = given ?? {};
  const faults = faultsOf(type, config);
  if (faults.length > 0) throw invalidInput(faults);
  if (type === "custom") return config;
  return {
    ...config,
    country: config.country?.toUpperCase() ?? standardCountry,
    ...(config.state === undefined ? {} : { state: config.state.toUpperCase() }),
  };
}

/** Every fault as a message that begins with its field. */
export function faultsOf(type: ProxyType, config: GivenConfig): string[] {
  const faults: string[] = [];
  const fault = (field: Field, what: string) => faults.push(`body.config.${field}: ${what}`);
  for (const [field, value] of Object.entries(config)) {
    if (value !== undefined && !fieldsOf[type].some((known) => known === field)) {
      faults.push(`body.config.${field}: is not a setting of ${type} proxies`);
    }
  }
  if (type === "custom") {
    customFaults(config, fault);
  } else {
    locationFaults(type, config, fault);
  }
  return faults;
}

function customFaults({ host, port, username, password }: GivenConfig, fault: Report): void {
  if (host === undefined) fault("host", "is required for custom proxies");
  else if (host.length > 253 || !hostPattern.test(host)) {
    fault("host", "must be a host name or an IP address, without scheme, port or path");
  }
  if (port === undefined) fault("port", "is required for custom proxies");
  // In Basic authentication (RFC 7617) a colon ends the user name.
  if (username !== undefined && !/^[^:\p{Cc}]{1,255}$/u.test(username)) {
    fault("username", "must have 1 to 255 characters, no colon and no control character");
  }
  if (password !== undefined && username === undefined) fault("username", "is required with a password");
  if (password !== undefined && !/^\P{Cc}{5,1024}$/u.test(password)) {
    fault("password", "must have 5 to 1024 characters and no control character");
  }
}

type Report = (field: Field, what: string) => void;

function locationFaults(type: ProxyType, config: GivenConfig, fault: Report): void {
  const { country, state, city, zip, asn, os, carrier } = config;
  const code = (country ?? standardCountry).toUpperCase();
  const inUnitedStates = code === standardCountry;
  if (!countries.has(code) && !(type === "datacenter" && code === europe)) {
    fault("country", "must be an ISO 3166 code of two letters, such as US");
  }
  if (state !== undefined) {
    if (!states.has(state.toUpperCase())) {
      fault("state", `must be the two letters of a state, such as ${candidates(states, state)}`);
    }
    if (!inUnitedStates) fault("state", "can be given for the country US only");
  }
  if (city !== undefined) {
    if (!/^[^\s\p{Cc}]{1,100}$/u.test(city))
      fault("city", "must be one word without spaces, such as newyork");
    if (country === undefined) fault("city", "needs a country");
  }
  if (zip !== undefined) {
    if (!/^\d{5}$/.test(zip)) fault("zip", "must have five digits");
    if (!inUnitedStates) fault("zip", "can be given for the country US only");
    if (city !== undefined || state !== undefined) fault("zip", "cannot be combined with city or state");
  }
  if (asn !== undefined) {
    if (!/^AS[1-9]\d{0,9}$/.test(asn)) fault("asn", "must be AS and a number, such as AS7922");
    if (city !== undefined || state !== undefined) fault("asn", "cannot be combined with city or state");
  }
  if (os !== undefined && !systems.includes(os)) fault("os", `must be one of ${systems.join(", ")}`);
  if (carrier !== undefined && !carriers.has(carrier)) {
    fault("carrier", `must be the short name of a carrier, such as ${candidates(carriers, carrier)}`);
  }
}
