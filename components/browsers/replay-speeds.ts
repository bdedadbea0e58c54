/** How fast a recording can be played. */
export const speeds = [0.5, 1, 1.5, 2, 4] as const;
