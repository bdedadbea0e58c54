/** Environment of measured programs: in contrast to tests, normal pace, sample applications and prepared instances. */
export const productionVariables = { TEST_SPEEDUP: "1" } as const;
export const productionServiceVariables = {
  ...productionVariables,
  SERVICE_SAMPLES: "on",
  SERVICE_SPARE_INSTANCE: "on",
} as const;
