import * as z from "zod/mini";
import { pageQuery } from "./paging.ts";
import { optional, resource, timestamp } from "./schema.ts";

/** The folder name an extension is placed under: api.md §4.1. Two names of the pattern are no folder's. */
export const extensionName = z.string().check(
  z.regex(/^[a-zA-Z0-9._-]{1,255}$/, "1 to 255 characters of a-z A-Z 0-9 . _ -"),
  z.refine((name) => name !== "." && name !== "..", "must not be . or .."),
);

export const extensionsPerBrowser = 20;

const zipBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** One pair of the multipart field `extensions`. */
export const extensionUpload = z.object({ name: extensionName, zip_file: zipBytes });

export const extensionsUpload = z.object({
  extensions: z.array(extensionUpload).check(z.minLength(1), z.maxLength(extensionsPerBrowser)),
});

/** A stored extension's record: wire.md §4.5. `checksum` is the SHA-256 of the archive, in hexadecimal. */
export const extension = resource({
  id: z.string().check(z.minLength(1)),
  created_at: timestamp,
  size_bytes: z.int().check(z.minimum(0)),
  name: optional(z.string()),
  last_used_at: optional(timestamp),
  checksum: optional(z.string()),
});
export type Extension = z.infer<typeof extension>;

export const extensionStore = z.object({ file: zipBytes, name: z.optional(extensionName) });

export const extensionFilters = z.object({
  name: z.optional(z.string()),
  query: z.optional(z.string()),
  ...pageQuery,
});

export const storePlatform = z.enum(["win", "mac", "linux"]);
export type StorePlatform = z.infer<typeof storePlatform>;

export const storeDownload = z.object({
  url: z.string().check(z.minLength(1), z.maxLength(2048)),
  os: z.optional(storePlatform),
});
