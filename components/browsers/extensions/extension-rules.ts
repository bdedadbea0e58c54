import { extensionUploadLimits as limits } from "@/lib/bff/extension-upload";
import { inMebibytes } from "@/lib/contract/archive-rules";
import { extensionName } from "@/lib/contract/extensions";
import { extensionRulesTexts } from "./extension-messages.ts";

export interface NamedZip {
  readonly key: number;
  readonly name: string;
  readonly zipBytes: number;
}

/** Faults of the folder names, by key: against the API's pattern, duplicate in the upload, or in use
 *  already. */
export function nameFaults(
  zips: readonly NamedZip[],
  placed: readonly string[],
): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  for (const { key, name } of zips) {
    const read = extensionName.safeParse(name);
    if (!read.success) faults.set(key, extensionRulesTexts.folderNameInvalid(read.error.issues[0]?.message));
    else if (zips.some((other) => other.key !== key && other.name === name))
      faults.set(key, extensionRulesTexts.nameUsedInUpload);
    else if (placed.includes(name)) faults.set(key, extensionRulesTexts.nameUsedInBrowser);
  }
  return faults;
}

/** Why these do not fit one upload; undefined if they do. */
export function batchFault(zips: readonly NamedZip[]): string | undefined {
  if (zips.length > limits.maxZips) return extensionRulesTexts.tooManyExtensions(limits.maxZips);
  const bytes = zips.reduce((sum, { zipBytes }) => sum + zipBytes, 0);
  return bytes > limits.maxRequestBytes
    ? extensionRulesTexts.extensionsTooLarge(inMebibytes(limits.maxRequestBytes))
    : undefined;
}
