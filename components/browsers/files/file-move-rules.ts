import { instancePathFault } from "@/lib/bff/instance-path";
import { fileMoveRulesTexts } from "./file-messages.ts";

/** Validation errors of a move, by field. */
interface MoveFaults {
  from?: string;
  to?: string;
}

function endFault(path: string): string | undefined {
  const fault = instancePathFault(path);
  if (path === "") return fileMoveRulesTexts.startWithSlash;
  if (fault !== undefined) return fileMoveRulesTexts.pathFault(fault);
  if (path === "/") return fileMoveRulesTexts.notRootFolder;
  return path.endsWith("/") ? fileMoveRulesTexts.endWithName : undefined;
}

/** Validates both paths of a move; empty if they are valid. */
export function moveFaults(from: string, to: string): MoveFaults {
  const faults: MoveFaults = {};
  const [source, destination] = [endFault(from), endFault(to)];
  if (source !== undefined) faults.from = source;
  if (destination !== undefined) faults.to = destination;
  else if (to === from) faults.to = fileMoveRulesTexts.theFileIsAlreadyThere;
  else if (to.startsWith(`${from}/`)) faults.to = fileMoveRulesTexts.notIntoItself;
  return faults;
}
