/** Variables of programs that are measured: tests run them faster and without samples, users do not. */
export const asInUse = { TEST_SPEEDUP: "1" } as const;
export const serviceAsInUse = { ...asInUse, SERVICE_SAMPLES: "on" } as const;
