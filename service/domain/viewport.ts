// What a session's window measures: what was asked for, or the standard, with a refresh rate in any case.

export interface Viewport {
  width: number;
  height: number;
  refresh_rate: number;
}

export interface AskedViewport {
  width: number;
  height: number;
  refresh_rate?: number | undefined;
}

const standard: AskedViewport = { width: 1920, height: 1080 };
const knownRates: ReadonlyMap<string, number> = new Map([
  ["2560x1440", 10],
  ["1920x1080", 25],
  ["1920x1200", 25],
  ["1440x900", 25],
  ["1280x800", 60],
  ["1200x800", 60],
  ["1024x768", 60],
]);

/** The viewport to use; a rate that was not given follows from the size: the larger, the slower. */
export function settledViewport(given: AskedViewport = standard): Viewport {
  const { width, height, refresh_rate } = given;
  return { width, height, refresh_rate: refresh_rate ?? rateFor(width, height) };
}

function rateFor(width: number, height: number): number {
  const known = knownRates.get(`${width}x${height}`);
  if (known !== undefined) return known;
  const pixels = width * height;
  if (pixels >= 2560 * 1440) return 10;
  return pixels >= 1440 * 900 ? 25 : 60;
}
