// The form of a new proxy: its values, the rules of its type, and what is sent.
import * as z from "zod/mini";
import { type ProxyCreate, proxyProtocols, proxyTypes } from "@/lib/contract/proxies";
import { proxyFormTexts } from "./proxy-on-demand-messages.ts";

const configFields = [
  "country",
  "state",
  "city",
  "zip",
  "asn",
  "os",
  "carrier",
  "host",
  "port",
  "username",
  "password",
] as const;
export type ProxyConfigField = (typeof configFields)[number];
type ProxyType = (typeof proxyTypes)[number];

/** The values as typed; names as in the API. */
export interface ProxyFormValues {
  type: ProxyType;
  name: string;
  protocol: (typeof proxyProtocols)[number];
  config: Record<ProxyConfigField, string>;
  reason: string;
}

export const newProxyValues: ProxyFormValues = {
  type: "custom",
  name: "",
  protocol: "https",
  config: {
    country: "",
    state: "",
    city: "",
    zip: "",
    asn: "",
    os: "",
    carrier: "",
    host: "",
    port: "",
    username: "",
    password: "",
  },
  reason: "",
};

/** The settings of each type: what most give, and the rest. */
export const proxySettings = {
  custom: { main: ["host", "port", "username", "password"], more: [] },
  datacenter: { main: ["country"], more: [] },
  isp: { main: ["country"], more: [] },
  residential: { main: ["country"], more: ["state", "city", "zip", "asn", "os"] },
  mobile: { main: ["country"], more: ["state", "city", "zip", "asn", "carrier"] },
} as const satisfies Record<ProxyType, Record<"main" | "more", readonly ProxyConfigField[]>>;

const settingsOf = (type: ProxyType): readonly ProxyConfigField[] => [
  ...proxySettings[type].main,
  ...proxySettings[type].more,
];

const rules: Partial<Record<ProxyConfigField, readonly [RegExp, string]>> = {
  country: [/^[A-Za-z]{2}$/, proxyFormTexts.countryInvalid],
  state: [/^[A-Za-z]{2}$/, proxyFormTexts.stateInvalid],
  city: [/^\S{1,100}$/, proxyFormTexts.cityInvalid],
  zip: [/^\d{5}$/, proxyFormTexts.zipInvalid],
  asn: [/^AS[1-9]\d{0,9}$/, proxyFormTexts.asNumberInvalid],
  host: [/^([^\s/@:]+|\[?[\da-f.]*:[\da-f:.]*:[\da-f:.]*\]?)$/i, proxyFormTexts.onlyHostNameOrAddress],
  port: [
    /^([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/,
    proxyFormTexts.portInvalid,
  ],
  password: [/^.{5,}$/, proxyFormTexts.passwordTooShort],
};

/** The faults of the settings of a type, by field. */
function configFaults({ type, config }: Pick<ProxyFormValues, "type" | "config">) {
  const faults: { field: ProxyConfigField; message: string }[] = [];
  const fault = (field: ProxyConfigField, message: string) => faults.push({ field, message });
  for (const field of settingsOf(type)) {
    const text = config[field].trim();
    const [pattern, message] = rules[field] ?? [/^/, ""];
    if (text !== "" && !pattern.test(text)) fault(field, message);
  }
  const has = (field: ProxyConfigField) => settingsOf(type).includes(field) && config[field].trim() !== "";
  if (type === "custom") {
    if (!has("host")) fault("host", proxyFormTexts.enterHost);
    if (!has("port")) fault("port", proxyFormTexts.enterTheProxysPort);
    if (has("password") && !has("username")) fault("username", proxyFormTexts.passwordNeedsUserName);
  }
  if (has("city") && !has("country")) fault("city", proxyFormTexts.aCityNeedsACountry);
  for (const field of ["zip", "asn"] as const)
    if (has(field) && (has("city") || has("state"))) fault(field, proxyFormTexts.notWithCityOrState);
  return faults;
}

const configText = z.string();
export const proxyFormSchema = z
  .object({
    type: z.enum(proxyTypes),
    name: z.string().check(z.trim(), z.maxLength(255, proxyFormTexts.useUpTo255Characters)),
    protocol: z.enum(proxyProtocols),
    config: z.object({
      country: configText,
      state: configText,
      city: configText,
      zip: configText,
      asn: configText,
      os: configText,
      carrier: configText,
      host: configText,
      port: configText,
      username: configText,
      password: configText,
    }),
    reason: z.string().check(z.trim()),
  })
  .check(
    z.check(({ value, issues }) => {
      for (const { field, message } of configFaults(value))
        issues.push({ code: "custom", path: ["config", field], message, input: value.config[field] });
    }),
  );
export type SubmittedProxy = z.output<typeof proxyFormSchema>;

/** The body of a new proxy: only the settings of its type. */
export function proxyToCreate({ type, name, protocol, config }: SubmittedProxy): ProxyCreate {
  const given = settingsOf(type).flatMap((field): [string, string | number][] => {
    // Spaces are part of a password.
    const text = field === "password" ? config.password : config[field].trim();
    if (text === "") return [];
    return [[field, field === "port" ? Number(text) : text]];
  });
  return {
    type,
    protocol,
    ...(name === "" ? {} : { name }),
    ...(given.length === 0 ? {} : { config: Object.fromEntries(given) }),
  };
}
