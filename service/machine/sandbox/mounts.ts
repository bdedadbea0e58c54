// The mounts of this machine, from proc_pid_mountinfo(5).
import { readFileSync } from "node:fs";

const unescaped = (path: string) =>
  path.replaceAll(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/** The options of the mount that a real path is on; `mountinfo` lists the mounts, later ones over earlier ones. */
export function mountOptionsOf(path: string, mountinfo: string): readonly string[] {
  let [found, options] = ["", ""];
  for (const line of mountinfo.split("\n")) {
    const [, , , , place = "", own = ""] = line.split(" ");
    const point = unescaped(place);
    const isAbove = point === "/" || path === point || path.startsWith(`${point}/`);
    if (point !== "" && isAbove && point.length >= found.length) [found, options] = [point, own];
  }
  return options.split(",");
}

/**
 * Whether files of this folder cannot be executed, as in the temporary folder of most containers. A user namespace must
 * mount it again with that option, or the kernel refuses.
 */
export const isMountedNoexec = (folder: string): boolean =>
  mountOptionsOf(folder, readFileSync("/proc/self/mountinfo", "utf8")).includes("noexec");
