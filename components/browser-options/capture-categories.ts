import { type TelemetryCategory, telemetryCategories } from "@/lib/contract/telemetry";
import { captureTexts } from "./browser-option-on-demand-messages.ts";

/** The categories of telemetry in the order of their texts: what an operator looks for comes first. */
export const captureCategories = telemetryCategories.toSorted((one, other) => placeOf(one) - placeOf(other));

function placeOf(category: TelemetryCategory): number {
  return Object.keys(captureTexts.categories).indexOf(category);
}
