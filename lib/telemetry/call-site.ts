// Where in a script something happened.

/** A place in a script with the names of the DevTools protocol; line and column begin at 0. */
export interface ScriptPlace {
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** File name and line, from 1: `checkout.js:14`; undefined without an address. */
export function callSite(place: ScriptPlace | undefined): string | undefined {
  if (place === undefined || place.url === "") return undefined;
  const [path = ""] = place.url.split(/[?#]/, 1);
  const file = path.slice(path.lastIndexOf("/") + 1).replace(/[^\w.@-]/g, "_");
  return `${file === "" ? "index" : file.slice(-34)}:${place.lineNumber + 1}`;
}
