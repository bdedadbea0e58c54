// How the page spells an upload of extensions: pairs in order, name before archive. The BFF takes nothing else.
export const extensionParts = { name: "extensions[][name]", zip: "extensions[][zip_file]" } as const;

/** What one upload may measure; an upstream may take less. */
export const extensionUploadLimits = {
  maxZips: 10,
  maxZipBytes: 50 * 1024 * 1024,
  maxRequestBytes: 100 * 1024 * 1024,
  /** Of the whole body: the parts' heads and names come on top of the archives. */
  maxBodyBytes: 100 * 1024 * 1024 + 64 * 1024,
} as const;
