/** Environment of measured programs: in contrast to tests, normal pace and sample applications. */
export const productionVariables = { TEST_SPEEDUP: "1" } as const;
export const productionServiceVariables = { ...productionVariables, SERVICE_SAMPLES: "on" } as const;
