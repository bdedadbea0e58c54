// Multipart field names of an extension upload: pairs in order, name before archive. The BFF accepts no other form.
export const extensionParts = { name: "extensions[][name]", zip: "extensions[][zip_file]" } as const;

/** Limits of one upload; an upstream may have lower ones. */
export const extensionUploadLimits = {
  maxZips: 10,
  maxZipBytes: 50 * 1024 * 1024,
  maxRequestBytes: 100 * 1024 * 1024,
  /** The whole body: archives plus part headers and names. */
  maxBodyBytes: 100 * 1024 * 1024 + 64 * 1024,
} as const;
