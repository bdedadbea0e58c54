// Which categories of telemetry a session captures, from what requests state. The rules are those of the types of
// @onkernel/sdk 0.84: nothing is captured unless a request enables it, and then the standard categories are.
import {
  perTelemetryCategory,
  standardTelemetryCategories,
  type TelemetryCategory,
  type TelemetryChoice,
  telemetryCategories,
} from "../../lib/contract/telemetry.ts";
import { badRequest } from "../kernel/problem.ts";

/** The captured categories; never empty: null means that none is captured. */
export type TelemetrySelection = TelemetryCategory[] | null;

/**
 * The categories after a request, in the order of the contract; `present` are those before it, null for a new session.
 * Throws Problem 400 when telemetry is disabled and categories are given.
 */
export function selectTelemetry(
  choice: TelemetryChoice | null | undefined,
  present: TelemetrySelection,
): TelemetrySelection {
  const given = telemetryCategories.flatMap((category) => {
    const setting = choice?.browser?.[category];
    return setting ? [{ category, enabled: setting.enabled }] : [];
  });
  if (choice?.enabled === false) {
    if (given.length > 0) {
      throw badRequest(
        "telemetry: enabled false cannot be combined with categories; leave enabled out to change categories",
      );
    }
    return null;
  }
  if (choice?.enabled !== true && given.length === 0) return present;
  const selected = new Set(choice?.enabled === true ? standardSelection : (present ?? standardSelection));
  for (const { category, enabled } of given) {
    if (enabled === true) selected.add(category);
    if (enabled === false) selected.delete(category);
  }
  const categories = telemetryCategories.filter((category) => selected.has(category));
  return categories.length > 0 ? categories : null;
}

const standardSelection: readonly TelemetryCategory[] = standardTelemetryCategories;

/** The selection as answers show it: every category with its state. */
export const toTelemetryConfig = (selection: readonly TelemetryCategory[]) => ({
  browser: perTelemetryCategory((category) => ({ enabled: selection.includes(category) })),
});
