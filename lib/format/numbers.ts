const unknown = "–";

/** Formats a whole number: `1,144`. Unknown is an en dash, never 0. */
export function formatCount(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return unknown;
  // Without `Intl`: the first formatter of a page takes as long as some of its rows.
  return String(Math.round(value)).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

/** Formats a count with its noun: `1 browser`, `1,144 browsers`. `many` where the plural has another form than one with an s. */
export const formatCountOf = (count: number | null | undefined, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** A part or a place among all: `3 of 1,144`. */
export const formatOutOf = (part: number, whole: number): string =>
  `${formatCount(part)} of ${formatCount(whole)}`;

/** Formats a share of 0..1 as percent, with one decimal below 10 %: `6.2 %`, `31 %`. A share above 0 is never `0 %`,
 *  one below 1 never `100 %`. */
export function formatPercent(share: number | null | undefined): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return unknown;
  const percent = share * 100;
  if (percent === 0 || percent === 100) return `${percent} %`;
  if (percent > 0 && percent < 0.05) return "< 0.1 %";
  if (percent < 9.95) return `${percent.toFixed(1)} %`;
  if (percent > 99 && percent < 100) return percent >= 99.95 ? "> 99.9 %" : `${percent.toFixed(1)} %`;
  return `${Math.round(percent)} %`;
}

const byteUnits = ["B", "kB", "MB", "GB", "TB", "PB"] as const;

/** Bytes in powers of 1000 with three significant figures: `512 B`, `84.1 kB`, `412 MB`. */
export function formatBytes(sizeBytes: number | null | undefined): string {
  if (sizeBytes === null || sizeBytes === undefined || !Number.isFinite(sizeBytes) || sizeBytes < 0)
    return unknown;
  let value = sizeBytes;
  let unit = 0;
  while (value >= 999.5 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const figures =
    unit === 0 || value >= 99.95 ? value.toFixed(0) : value >= 9.995 ? value.toFixed(1) : value.toFixed(2);
  return `${figures} ${byteUnits[unit] ?? "B"}`;
}
