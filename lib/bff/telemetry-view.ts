// The views of a browser's telemetry.

/** What a pane shows of telemetry. */
export const telemetryViews = ["network", "console", "activity"] as const;
export type TelemetryView = (typeof telemetryViews)[number];

/** The view of an event's category; undefined for pictures, which no list shows. Unknown categories are activity. */
export function viewOfCategory(category: string): TelemetryView | undefined {
  if (category === "network" || category === "console") return category;
  return category === "screenshot" ? undefined : "activity";
}
