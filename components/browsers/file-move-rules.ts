import { instancePathFault } from "@/lib/bff/instance-path";

/** What is wrong with a move before it is sent, by field. */
export interface MoveFaults {
  from?: string;
  to?: string;
}

function endFault(path: string): string | undefined {
  const fault = instancePathFault(path);
  if (path === "") return "Give a path, starting with /.";
  if (fault !== undefined) return `The path ${fault}.`;
  if (path === "/") return "The root cannot be moved or replaced.";
  return path.endsWith("/") ? "End with a name, not with /." : undefined;
}

/** Checks both ends of a move; an empty answer: it may be sent. */
export function moveFaults(from: string, to: string): MoveFaults {
  const faults: MoveFaults = {};
  const [source, destination] = [endFault(from), endFault(to)];
  if (source !== undefined) faults.from = source;
  if (destination !== undefined) faults.to = destination;
  else if (to === from) faults.to = "It is there already.";
  else if (to.startsWith(`${from}/`)) faults.to = "A folder cannot be put into itself.";
  return faults;
}
