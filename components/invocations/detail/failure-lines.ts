import type { LogLine } from "@/lib/bff/live";
import { levelOf } from "@/lib/format/log-level";

/** Lines shown of a failure: what it says, and where. */
const shownLines = 4;

const isSevere = ({ text }: LogLine) => ["error", "fatal"].includes(levelOf(text));

/**
 * The lines of a log that explain a failure: the last error with the lines that continue it, such as its stack; without
 * an error the last lines. At most four, oldest first.
 */
export function failureLinesOf(lines: readonly LogLine[]): readonly LogLine[] {
  const last = lines.findLastIndex(isSevere);
  return last === -1 ? lines.slice(-shownLines) : lines.slice(last, last + shownLines);
}
