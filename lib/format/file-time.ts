/** A time as names of files have it, in UTC to the second: `20261121T030841Z`. */
export const fileTime = (atMs: number): string => new Date(atMs).toISOString().replace(/[-:]|\.\d+/g, "");
