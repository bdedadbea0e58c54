import { instancePathFault } from "@/lib/bff/instance-path";

/** Validation errors of a move, by field. */
interface MoveFaults {
  from?: string;
  to?: string;
}

function endFault(path: string): string | undefined {
  const fault = instancePathFault(path);
  if (path === "") return "Enter a path that starts with /.";
  if (fault !== undefined) return `The path ${fault}.`;
  if (path === "/") return "The root folder cannot be moved or replaced.";
  return path.endsWith("/") ? "The path must end with a name, not with /." : undefined;
}

/** Validates both paths of a move; empty if they are valid. */
export function moveFaults(from: string, to: string): MoveFaults {
  const faults: MoveFaults = {};
  const [source, destination] = [endFault(from), endFault(to)];
  if (source !== undefined) faults.from = source;
  if (destination !== undefined) faults.to = destination;
  else if (to === from) faults.to = "The file is already there.";
  else if (to.startsWith(`${from}/`)) faults.to = "A folder cannot be moved into itself.";
  return faults;
}
