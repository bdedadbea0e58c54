// Texts of charts.

export const chartDrawingTexts = {
  readByArrowKeys: (label: string) => `${label}. Use the left and right arrow keys to read values.`,
} as const;

export const capacitySeriesTexts = {
  leastAvailable: "least available",
} as const;

export const chartReadoutTexts = {
  notMeasured: "not measured",
} as const;

export const linesChartTexts = {
  limit: "Limit",
} as const;

export const timeBrushTexts = {
  startOfZoom: "Start of zoom",
  endOfZoom: "End of zoom",
  zoom: "Zoom",
  keysHint: "Enter to zoom, Esc to cancel",
  dragHint: "Drag to zoom, or move the handles with the arrow keys",
} as const;

export const unrecordedSpanTexts = {
  notRecorded: "not recorded",
} as const;

export const capacityBarTexts = {
  counts: ({
    label,
    acquired,
    available,
    missing,
  }: {
    label: string;
    acquired: string;
    available: string;
    /** Undefined while the size is unknown. */
    missing: string | undefined;
  }) =>
    `${label}: ${acquired} acquired, ${available} available, ${missing === undefined ? "size unknown" : `${missing} missing`}`,
} as const;

export const capacityTexts = {
  acquired: "acquired",
  available: "available",
  missing: "missing",
  size: "size",
} as const;
