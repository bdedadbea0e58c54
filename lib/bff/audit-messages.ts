// What the audit calls those who are no operator and no token.

export const auditMessages = {
  /** Who does what a rule of the dashboard makes it do, such as to have pictures captured. */
  ruleActor: "Fleetdeck",
} as const;
