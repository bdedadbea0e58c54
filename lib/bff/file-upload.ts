/** Limits of one file that is written into a session's instance; an upstream may have lower ones. */
export const fileUploadLimits = { maxBytes: 100 * 1024 * 1024 } as const;
