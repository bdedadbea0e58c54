// Texts of log panes.

export const hueClassTexts = {
  fatal: "Fatal",
  error: "Error",
  warning: "Warning",
  info: "Info",
  debug: "Debug",
  trace: "Trace",
  noLevel: "No level",
} as const;
