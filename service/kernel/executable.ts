import { accessSync, constants } from "node:fs";

/** True when the service's user may execute the file at `path`. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
