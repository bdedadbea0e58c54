/** How many of the newest runs that match are read for an export. */
export const exportAtMost = 2_000;
