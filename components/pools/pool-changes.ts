// Changes to a pool's configuration: from form values to the fields that differ.
import { type Pool, type PoolUpdate, poolFillRate, poolSize, poolTimeoutSeconds } from "@/lib/contract/pools";

export interface PoolDraft {
  size: string;
  fillRate: string;
  timeoutSeconds: string;
  proxyId: string;
  headless: boolean;
  stealth: boolean;
  kioskMode: boolean;
}

const numberText = (value: number | null | undefined) =>
  value === null || value === undefined ? "" : String(value);

/** The form values of the present configuration. */
export function draftOf({ browser_pool_config: config }: Pool): PoolDraft {
  return {
    size: numberText(config.size),
    fillRate: numberText(config.fill_rate_per_minute),
    timeoutSeconds: numberText(config.timeout_seconds),
    proxyId: config.proxy_id ?? "",
    headless: config.headless ?? false,
    stealth: config.stealth ?? false,
    kioskMode: config.kiosk_mode ?? false,
  };
}

export type DraftFault = { readonly [Field in "size" | "fillRate" | "timeoutSeconds"]?: string };

const whole = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined);

/** Errors in the numbers; unchanged ones are never errors. */
export function faultsOf(draft: PoolDraft, before: PoolDraft): DraftFault {
  const fits = (text: string, was: string, min: number, max: number) => {
    const value = whole(text);
    return text === was || (value !== undefined && value >= min && value <= max);
  };
  const { min, max } = poolTimeoutSeconds;
  return {
    ...(fits(draft.size, before.size, poolSize.min, poolSize.max)
      ? {}
      : { size: `A whole number of ${poolSize.min} to ${poolSize.max}.` }),
    ...(fits(draft.fillRate, before.fillRate, poolFillRate.min, poolFillRate.max)
      ? {}
      : { fillRate: `A whole number of ${poolFillRate.min} to ${poolFillRate.max} %.` }),
    ...(fits(draft.timeoutSeconds, before.timeoutSeconds, min, max)
      ? {}
      : { timeoutSeconds: `A whole number of ${min} to ${max}.` }),
  };
}

/** Only the fields that differ. */
export function changesOf(draft: PoolDraft, before: PoolDraft): PoolUpdate {
  const changed = <Key extends keyof PoolDraft>(key: Key) => draft[key] !== before[key];
  return {
    ...(changed("size") ? { size: whole(draft.size) } : {}),
    ...(changed("fillRate") ? { fill_rate_per_minute: whole(draft.fillRate) } : {}),
    ...(changed("timeoutSeconds") ? { timeout_seconds: whole(draft.timeoutSeconds) } : {}),
    ...(changed("proxyId") ? { proxy_id: draft.proxyId.trim() } : {}),
    ...(changed("headless") ? { headless: draft.headless } : {}),
    ...(changed("stealth") ? { stealth: draft.stealth } : {}),
    ...(changed("kioskMode") ? { kiosk_mode: draft.kioskMode } : {}),
  };
}

/** Descriptions of the changes: `size 4 → 6`. */
export function formatChange(changes: PoolUpdate, pool: Pool): string[] {
  const now: Readonly<Record<string, unknown>> = pool.browser_pool_config;
  const textOf = (name: string, value: unknown) =>
    value === undefined || value === null || value === ""
      ? "none"
      : `${String(value)}${name === "fill_rate_per_minute" ? " %" : ""}`;
  return Object.entries(changes)
    .filter(([name]) => name !== "discard_all_idle")
    .map(([name, value]) => `${name} ${textOf(name, now[name])} → ${textOf(name, value)}`);
}

/** Whether the changes affect newly created browsers, so that existing ones differ. */
export const changesBrowsers = ({ size: _, fill_rate_per_minute: __, ...rest }: PoolUpdate): boolean =>
  Object.keys(rest).length > 0;
