import { instancePathFault } from "@/lib/bff/instance-path";
import { fileMoveRulesTexts } from "./file-messages.ts";

/** Validation errors of a move, by field. */
interface MoveFaults {
  from?: string;
  to?: string;
}

function endFault(path: string): string | undefined {
  const fault = instancePathFault(path);
  if (path === "") return fileMoveRulesTexts.enterPathStarts;
  if (fault !== undefined) return fileMoveRulesTexts.thePath(fault);
  if (path === "/") return fileMoveRulesTexts.rootFolderCannotMovedReplaced;
  return path.endsWith("/") ? fileMoveRulesTexts.pathMustEndNameNot : undefined;
}

/** Validates both paths of a move; empty if they are valid. */
export function moveFaults(from: string, to: string): MoveFaults {
  const faults: MoveFaults = {};
  const [source, destination] = [endFault(from), endFault(to)];
  if (source !== undefined) faults.from = source;
  if (destination !== undefined) faults.to = destination;
  else if (to === from) faults.to = fileMoveRulesTexts.theFileIsAlreadyThere;
  else if (to.startsWith(`${from}/`)) faults.to = fileMoveRulesTexts.folderCannotMovedIntoItself;
  return faults;
}
