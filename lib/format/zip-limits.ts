import { extensionUploadLimits } from "../bff/extension-upload.ts";

/** What an upload of extensions may measure: what the service takes, so that no upload ends in a refusal. */
export const zipLimits = {
  ...extensionUploadLimits,
  maxUnpackedBytes: 200 * 1024 * 1024,
  maxEntries: 5_000,
  /** Unpacked to packed; files up to `ratioFreeBytes` may pack better. */
  maxRatio: 100,
  ratioFreeBytes: 1024 * 1024,
  maxPathBytes: 255,
  maxManifestBytes: 1024 * 1024,
} as const;

/** Bytes as limits are spoken of: whole mebibytes. */
export const inMebibytes = (bytes: number): string => `${Math.floor(bytes / (1024 * 1024))} MiB`;
