import { pathMessages } from "./field-messages.ts";

// Validates and splits paths inside an instance. Stricter than the API, which accepts anything that starts with `/`.

const maxBytes = 4096;

/** Error message of an invalid path; undefined for a valid one. */
export function instancePathFault(path: string): string | undefined {
  if (!path.startsWith("/")) return pathMessages.absolute;
  if (path.includes("\0")) return pathMessages.noNul;
  if (path.includes("//")) return pathMessages.noDoubleSlash;
  if (path.split("/").includes("..")) return pathMessages.noParent;
  if (new TextEncoder().encode(path).length > maxBytes) return pathMessages.atMostBytes(maxBytes);
  return undefined;
}

/** Formats a path for an audit row: quoted where ambiguous, the middle elided when long. */
export function pathForAudit(path: string): string {
  const text = /^[!-~]+$/.test(path) ? path : JSON.stringify(path);
  return text.length <= 440 ? text : `${text.slice(0, 200)}…${text.slice(-220)}`;
}

/** The last segment of a path; `/` for the root. */
export const nameOfPath = (path: string): string => path.split("/").findLast((name) => name !== "") ?? "/";

/** The parent folder; the root is its own parent. */
export function folderOfPath(path: string): string {
  const names = path.split("/").filter((name) => name !== "");
  return `/${names.slice(0, -1).join("/")}`;
}

/** Joins a folder and a name. */
export const pathInFolder = (folder: string, name: string): string =>
  folder === "/" ? `/${name}` : `${folder.replace(/\/$/, "")}/${name}`;
