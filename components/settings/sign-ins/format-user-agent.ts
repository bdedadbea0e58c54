// Names the browser and the system of a User-Agent header. Pure.
const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const systems = [
  ["iPhone", "iOS"],
  ["iPad", "iPadOS"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

const nameIn = (names: readonly (readonly [string, string])[], text: string) =>
  names.find(([mark]) => text.includes(mark))?.[1];

/** `Chrome on Linux`; the header itself when it is of no known browser; a dash when it is empty. */
export function formatUserAgent(text: string): string {
  const [browser, system] = [nameIn(browsers, text), nameIn(systems, text)];
  if (browser === undefined) return text || "–";
  return system === undefined ? browser : `${browser} on ${system}`;
}
