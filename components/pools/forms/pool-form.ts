// The form of a pool: its values, its rules, what is sent of it and what that does.

import * as z from "zod/mini";
import {
  type BrowserOptionValues,
  browserOptionFields,
  changedOptions,
  noBrowserOptions,
  optionValuesOf,
  profileField,
  sentOptions,
} from "@/components/browser-options/browser-options";
import { type Bounds, boundedNumber, requiredText } from "@/components/form/typed-values";
import { minuteMs } from "@/lib/bff/time-units";
import {
  type Pool,
  type PoolCreate,
  type PoolUpdate,
  poolFillRate,
  poolName,
  poolSize,
  poolTimeoutSeconds,
} from "@/lib/contract/pools";
import { formatDuration } from "@/lib/format/duration";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import { capacityOf } from "../pool-capacity.ts";
import { editPoolDialogTexts, poolFormTexts } from "../pool-on-demand-messages.ts";

/** The values as typed; names as in the API. */
export interface PoolFormValues extends BrowserOptionValues {
  name: string;
  size: string;
  fill_rate_per_minute: string;
  discard_all_idle: boolean;
  reason: string;
}

export const newPoolValues: PoolFormValues = {
  ...noBrowserOptions,
  name: "",
  size: "4",
  fill_rate_per_minute: "",
  discard_all_idle: false,
  reason: "",
};

const numberText = (value: number | null | undefined) =>
  value === null || value === undefined ? "" : String(value);

/** The values of a present pool. */
export function poolValuesOf({ name, browser_pool_config: config }: Pool): PoolFormValues {
  return {
    ...optionValuesOf(config),
    name: name ?? config.name ?? "",
    size: numberText(config.size),
    fill_rate_per_minute: numberText(config.fill_rate_per_minute),
    discard_all_idle: false,
    reason: "",
  };
}

const optionalName = z.string().check(
  z.trim(),
  z.refine((text) => text === "" || poolName.safeParse(text).success, poolFormTexts.nameInvalid),
);

/** Text that may be empty only where it is `present` so: the API does not remove it. */
const kept = (text: z.ZodMiniType<string, string>, present: string, fault: string) =>
  text.check(z.refine((typed) => typed !== "" || present === "", fault));

/** What the form takes; what is `present` already is no fault. */
export const poolFormSchema = (
  present: PoolFormValues,
  reason: z.ZodMiniType<string, string>,
  size: Bounds = poolSize,
) =>
  z.object({
    ...browserOptionFields(present),
    name: kept(optionalName, present.name, poolFormTexts.nameNotRemovable),
    profile: kept(profileField(present.profile), present.profile, editPoolDialogTexts.profileNotRemovable),
    size: boundedNumber(size, { present: present.size }),
    fill_rate_per_minute: boundedNumber(poolFillRate, {
      optional: true,
      present: present.fill_rate_per_minute,
    }),
    discard_all_idle: z.boolean(),
    reason,
  });
export type SubmittedPool = z.output<ReturnType<typeof poolFormSchema>>;

export const newPoolSchema = (size?: Bounds) =>
  poolFormSchema({ ...newPoolValues, size: "" }, z.string().check(z.trim()), size);
export const poolEditSchema = (present: PoolFormValues, size?: Bounds) =>
  poolFormSchema(present, z.pipe(requiredText, z.string()), size);

/** The body of a new pool. */
export const poolToCreate = (pool: SubmittedPool): PoolCreate => ({
  size: pool.size ?? poolSize.min,
  ...(pool.name === "" ? {} : { name: pool.name }),
  ...(pool.fill_rate_per_minute === undefined ? {} : { fill_rate_per_minute: pool.fill_rate_per_minute }),
  ...sentOptions(pool),
});

/** A number of the form; an emptied one is the API's standard again. */
const numberOf = (typed: number | undefined, present: string, standard: number) =>
  typed ?? (present.trim() === "" ? undefined : standard);

/** The fields of a pool that differ from `present`. */
export function poolChanges(pool: SubmittedPool, present: PoolFormValues): PoolUpdate {
  const { name, size } = pool;
  const rate = numberOf(pool.fill_rate_per_minute, present.fill_rate_per_minute, poolFillRate.standard);
  const timeout = numberOf(pool.timeout_seconds, present.timeout_seconds, poolTimeoutSeconds.standard);
  return {
    ...(size === undefined || String(size) === present.size ? {} : { size }),
    ...(name === "" || name === present.name ? {} : { name }),
    ...(rate === undefined || String(rate) === present.fill_rate_per_minute
      ? {}
      : { fill_rate_per_minute: rate }),
    ...changedOptions({ ...pool, timeout_seconds: timeout }, present),
    ...(pool.discard_all_idle ? { discard_all_idle: true } : {}),
  };
}

/** The fields that are sent as a whole or as what differs from all of it, as texts. */
export const listTextsOf = ({ extensions, telemetry }: PoolFormValues) => ({
  extensions: extensions.join("\n"),
  telemetry: telemetry.join(),
});

/** What a new pool costs, in one line; undefined while its size cannot be read. */
export function costOfPool({
  size,
  fill_rate_per_minute: rate,
}: Pick<PoolFormValues, "size" | "fill_rate_per_minute">) {
  const count = /^\d{1,3}$/.test(size.trim()) ? Number(size) : undefined;
  if (count === undefined || count < poolSize.min) return undefined;
  const percent = rate.trim() === "" ? poolFillRate.standard : Number(rate);
  const filled = !(percent > 0)
    ? poolFormTexts.neverFills
    : poolFormTexts.fullInAbout(
        // A part of the size per minute, and at least one browser.
        formatDuration(Math.ceil(Math.min(count, 100 / percent)) * minuteMs),
      );
  return poolFormTexts.keepsRunningUntilDeleted(formatCountOf(count, "browser"), filled);
}

/** What the changes do to the pool's browsers, in one line. */
export function effectOfChanges(changes: PoolUpdate, pool: Pool): string {
  const { size, fill_rate_per_minute: rate, name, discard_all_idle: discards = false, ...settings } = changes;
  const { available, acquired, size: now = 0 } = capacityOf(pool);
  const parts = [
    ...(size === undefined
      ? []
      : size > now
        ? [poolFormTexts.keepsRunningInsteadOf(formatCountOf(size, "browser"), formatCount(now))]
        : [poolFormTexts.surplusBrowsersEnd(formatCountOf(size, "browser"), formatCount(now))]),
    ...(rate === undefined ? [] : [poolFormTexts.fillsPerMinute(rate)]),
    ...(name === undefined ? [] : [poolFormTexts.renamesItTo(name)]),
    ...(discards
      ? [poolFormTexts.restartsTheIdleBrowsers(formatCount(available))]
      : Object.keys(settings).length > 0
        ? [poolFormTexts.appliesToNewBrowsersOnly]
        : []),
  ];
  if (parts.length === 0) return poolFormTexts.noChangesYet;
  return acquired > 0 && (size !== undefined || discards || Object.keys(settings).length > 0)
    ? poolFormTexts.acquiredKeepRunning(parts.join(" "), formatCount(acquired))
    : parts.join(" ");
}
