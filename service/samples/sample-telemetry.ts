import type { TelemetryChoice } from "../../lib/contract/telemetry.ts";

const on = { enabled: true };

/** What the sessions of sample applications capture, besides the standard categories: enough to explain a failure. */
export const sampleTelemetry: TelemetryChoice = {
  browser: { console: on, network: on, page: on, screenshot: on },
};
