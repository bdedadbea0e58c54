import { extensionName } from "@/lib/contract/extensions";
import { inMebibytes, zipLimits } from "@/lib/format/zip-limits";

export interface NamedZip {
  readonly key: number;
  readonly name: string;
  readonly zipBytes: number;
}

/** What is wrong with the folder names, by key: the API's pattern, twice in one upload, there already. */
export function nameFaults(
  zips: readonly NamedZip[],
  placed: readonly string[],
): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  for (const { key, name } of zips) {
    const read = extensionName.safeParse(name);
    if (!read.success) faults.set(key, `Not a folder name: ${read.error.issues[0]?.message ?? "bad"}.`);
    else if (zips.some((other) => other.key !== key && other.name === name))
      faults.set(key, "Another extension of this upload has this name.");
    else if (placed.includes(name)) faults.set(key, "This instance has an extension of this name already.");
  }
  return faults;
}

/** Why these cannot go into one upload, or undefined. */
export function batchFault(zips: readonly NamedZip[]): string | undefined {
  if (zips.length > zipLimits.maxZips) return `At most ${zipLimits.maxZips} extensions go into one upload.`;
  const bytes = zips.reduce((sum, { zipBytes }) => sum + zipBytes, 0);
  return bytes > zipLimits.maxRequestBytes
    ? `Together they are larger than ${inMebibytes(zipLimits.maxRequestBytes)}.`
    : undefined;
}
