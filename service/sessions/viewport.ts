// The size of a session's window: the requested or the standard one, always with a refresh rate.

export interface Viewport {
  width: number;
  height: number;
  refresh_rate: number;
}

export interface RequestedViewport {
  width: number;
  height: number;
  refresh_rate?: number | undefined;
}

/** `force`: also while a live view or a recording shows the browser. */
export interface ChangedViewport extends RequestedViewport {
  force?: boolean | undefined;
}

const standard: RequestedViewport = { width: 1920, height: 1080 };
const standardRefreshRates: ReadonlyMap<string, number> = new Map([
  ["2560x1440", 10],
  ["1920x1080", 25],
  ["1920x1200", 25],
  ["1440x900", 25],
  ["1280x800", 60],
  ["1200x800", 60],
  ["1024x768", 60],
]);

/** Pixels and Hz. An absent rate is derived from the size: the larger, the slower. */
export function resolveViewport(requested: RequestedViewport = standard): Viewport {
  const { width, height, refresh_rate } = requested;
  return { width, height, refresh_rate: refresh_rate ?? rateFor(width, height) };
}

function rateFor(width: number, height: number): number {
  const known = standardRefreshRates.get(`${width}x${height}`);
  if (known !== undefined) return known;
  const pixels = width * height;
  if (pixels >= 2560 * 1440) return 10;
  return pixels >= 1440 * 900 ? 25 : 60;
}
