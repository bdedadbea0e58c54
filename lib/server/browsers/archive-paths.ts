// Paths of files in an archive: safe in file systems, and different also where upper and lower case are not.
import { safeFileName } from "../kernel/safe-file-name.ts";

/** A function that returns a new path for each call: `folder/name.extension`, with a number where that is taken. */
export function archivePaths(): (folder: string, name: string, extension: string) => string {
  const taken = new Set<string>();
  return (folder, name, extension) => {
    const clean = safeFileName(name, "unnamed");
    for (let number = 1; ; number += 1) {
      const path = `${folder}/${clean}${number === 1 ? "" : `-${number}`}.${extension}`;
      const key = path.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  };
}
