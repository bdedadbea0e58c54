// Paths inside an instance as the dashboard takes them: stricter than the API, which takes whatever starts with `/`.

const maxBytes = 4096;

/** What is wrong with a path of an instance, or undefined. */
export function instancePathFault(path: string): string | undefined {
  if (!path.startsWith("/")) return "must be an absolute path, starting with /";
  if (path.includes("\0")) return "must not contain NUL";
  if (path.includes("//")) return "must not contain //";
  if (path.split("/").includes("..")) return "must not contain ..";
  if (new TextEncoder().encode(path).length > maxBytes) return `must be at most ${maxBytes} bytes long`;
  return undefined;
}

/** A path in an audit row: quoted where it could be mistaken for something else, its middle left out when long. */
export function pathForAudit(path: string): string {
  const text = /^[!-~]+$/.test(path) ? path : JSON.stringify(path);
  return text.length <= 440 ? text : `${text.slice(0, 200)}…${text.slice(-220)}`;
}

/** The last name of a path; `/` for the root. */
export const nameOfPath = (path: string): string => path.split("/").findLast((name) => name !== "") ?? "/";

/** The folder a path lies in; the root lies in itself. */
export function folderOfPath(path: string): string {
  const names = path.split("/").filter((name) => name !== "");
  return `/${names.slice(0, -1).join("/")}`;
}

/** A name inside a folder, as a path. */
export const pathInFolder = (folder: string, name: string): string =>
  folder === "/" ? `/${name}` : `${folder.replace(/\/$/, "")}/${name}`;
