// What a pool's browsers and a single browser are made with: from the values of a form to the API's fields and back.
import * as z from "zod/mini";
import { boundedNumber } from "@/components/form/typed-values";
import { browserTimeoutSeconds } from "@/lib/contract/browsers";
import { extensionsPerBrowser } from "@/lib/contract/extensions";
import type { PoolConfig, PoolCreate } from "@/lib/contract/pools";
import {
  capturedCategories,
  standardTelemetryCategories,
  type TelemetryCategory,
  type TelemetryChoice,
  telemetryCategories,
} from "@/lib/contract/telemetry";
import { idPattern } from "@/lib/format/short-id";
import { browserOptionsTexts } from "./browser-option-on-demand-messages.ts";

/** The values as typed; empty ones are left to the API. */
export interface BrowserOptionValues {
  proxy_id: string;
  /** Id or name. */
  profile: string;
  save_changes: boolean;
  /** Ids or names. */
  extensions: string[];
  /** `1920x1080@25`, or `standard`. */
  viewport: string;
  timeout_seconds: string;
  headless: boolean;
  stealth: boolean;
  kiosk_mode: boolean;
  /** The categories that are captured. */
  telemetry: TelemetryCategory[];
}

export const standardViewport = "standard";

export const noBrowserOptions: BrowserOptionValues = {
  proxy_id: "",
  profile: "",
  save_changes: false,
  extensions: [],
  viewport: standardViewport,
  timeout_seconds: "",
  headless: false,
  stealth: false,
  kiosk_mode: false,
  telemetry: [],
};

/** Window sizes that every version of the API takes. */
export const viewports = [
  "2560x1440@10",
  "1920x1080@25",
  "1920x1200@25",
  "1440x900@25",
  "1280x800@60",
  "1200x800@60",
  "1024x768@60",
] as const;

type Viewport = NonNullable<PoolConfig["viewport"]>;

export const viewportText = ({ width, height, refresh_rate }: Viewport): string =>
  `${width}x${height}${refresh_rate ? `@${refresh_rate}` : ""}`;

export function viewportOf(text: string) {
  const [, width, height, rate] = /^(\d+)x(\d+)(?:@(\d+))?$/.exec(text) ?? [];
  if (width === undefined || height === undefined) return undefined;
  return {
    width: Number(width),
    height: Number(height),
    ...(rate === undefined ? {} : { refresh_rate: Number(rate) }),
  };
}

/** A reference by id or by name, as typed or picked. */
export const referenceOf = (text: string): { id: string } | { name: string } =>
  idPattern.test(text) ? { id: text } : { name: text };

/** The chosen categories as a schema. */
export const captureField = z.array(z.enum(telemetryCategories));

/**
 * What to send so that exactly the `chosen` categories are captured where those in `present` are now; undefined where
 * nothing changes.
 */
export function captureChange(
  chosen: readonly TelemetryCategory[],
  present: readonly TelemetryCategory[],
): TelemetryChoice | undefined {
  if (telemetryCategories.every((category) => chosen.includes(category) === present.includes(category)))
    return undefined;
  if (chosen.length === 0) return { enabled: false };
  // Where none is captured, the API begins with the standard ones.
  const base: readonly TelemetryCategory[] = present.length === 0 ? standardTelemetryCategories : present;
  const changed = telemetryCategories.filter(
    (category) => chosen.includes(category) !== base.includes(category),
  );
  if (changed.length === 0) return { enabled: true };
  return {
    browser: Object.fromEntries(
      changed.map((category) => [category, { enabled: chosen.includes(category) }]),
    ),
  };
}

/** A profile as entered, without the spaces around it; a `present` one may have some in its name. */
export const profileField = (present: string) =>
  z.string().check(z.overwrite((text) => (text === present ? text : text.trim())));

/** The fields of the form as a schema; what is `present` already is no fault. */
export const browserOptionFields = (
  present: Pick<BrowserOptionValues, "timeout_seconds" | "profile"> = noBrowserOptions,
) => ({
  proxy_id: z.string().check(z.trim()),
  profile: profileField(present.profile),
  save_changes: z.boolean(),
  extensions: z
    .array(z.string())
    .check(z.maxLength(extensionsPerBrowser, browserOptionsTexts.tooManyExtensions(extensionsPerBrowser))),
  viewport: z.string(),
  timeout_seconds: boundedNumber(browserTimeoutSeconds, { optional: true, present: present.timeout_seconds }),
  headless: z.boolean(),
  stealth: z.boolean(),
  kiosk_mode: z.boolean(),
  telemetry: captureField,
});

type Options = Omit<BrowserOptionValues, "timeout_seconds"> & { timeout_seconds: number | undefined };
type SentOptions = Pick<
  PoolCreate,
  | "proxy_id"
  | "profile"
  | "extensions"
  | "viewport"
  | "timeout_seconds"
  | "headless"
  | "stealth"
  | "kiosk_mode"
  | "telemetry"
>;

/** The fields to send for something new: only what was chosen. */
export function sentOptions(options: Options): SentOptions {
  const { proxy_id, profile, save_changes, extensions, timeout_seconds } = options;
  const viewport = viewportOf(options.viewport);
  const telemetry = captureChange(options.telemetry, []);
  return {
    ...(proxy_id === "" ? {} : { proxy_id }),
    ...(profile === ""
      ? {}
      : { profile: { ...referenceOf(profile), ...(save_changes ? { save_changes } : {}) } }),
    ...(extensions.length === 0 ? {} : { extensions: extensions.map(referenceOf) }),
    ...(viewport === undefined ? {} : { viewport }),
    ...(timeout_seconds === undefined ? {} : { timeout_seconds }),
    ...(options.headless ? { headless: true } : {}),
    ...(options.stealth ? { stealth: true } : {}),
    ...(options.kiosk_mode ? { kiosk_mode: true } : {}),
    ...(telemetry === undefined ? {} : { telemetry }),
  };
}

/** The values of a present configuration. */
export function optionValuesOf(config: PoolConfig): BrowserOptionValues {
  return {
    proxy_id: config.proxy_id ?? "",
    profile: config.profile?.name ?? config.profile?.id ?? "",
    save_changes: config.profile?.save_changes ?? false,
    extensions: (config.extensions ?? []).flatMap(({ id, name }) => name ?? id ?? []),
    viewport: config.viewport ? viewportText(config.viewport) : standardViewport,
    timeout_seconds: config.timeout_seconds ? String(config.timeout_seconds) : "",
    headless: config.headless ?? false,
    stealth: config.stealth ?? false,
    kiosk_mode: config.kiosk_mode ?? false,
    telemetry: capturedCategories(config.telemetry),
  };
}

/** Only the fields that differ from the present values; one that the API cannot remove is never sent empty. */
export function changedOptions(options: Options, present: BrowserOptionValues): SentOptions {
  const { proxy_id, profile, extensions, timeout_seconds } = options;
  const viewport = viewportOf(options.viewport);
  const telemetry = captureChange(options.telemetry, present.telemetry);
  return {
    ...(proxy_id === present.proxy_id ? {} : { proxy_id }),
    ...(profile === "" || profile === present.profile ? {} : { profile: referenceOf(profile) }),
    ...(extensions.join("\n") === present.extensions.join("\n")
      ? {}
      : { extensions: extensions.map(referenceOf) }),
    ...(options.viewport === present.viewport || viewport === undefined ? {} : { viewport }),
    ...(timeout_seconds === undefined || String(timeout_seconds) === present.timeout_seconds
      ? {}
      : { timeout_seconds }),
    ...(options.headless === present.headless ? {} : { headless: options.headless }),
    ...(options.stealth === present.stealth ? {} : { stealth: options.stealth }),
    ...(options.kiosk_mode === present.kiosk_mode ? {} : { kiosk_mode: options.kiosk_mode }),
    ...(telemetry === undefined ? {} : { telemetry }),
  };
}
