import { filterText, readSearchQuery } from "@/lib/bff/log-search-query";
import type { RecordedInvocation } from "./found-entries.ts";
import { exampleSearchesTexts } from "./search-messages.ts";

const reasonWords = 3;

/**
 * Searches to begin with, of the newest failed invocation where there is one. Without stored lines (`hasLines`) only those
 * that match what is recorded of it: lines alone have a level.
 */
export function exampleSearches(
  failed: RecordedInvocation | undefined,
  hasLines: boolean,
): readonly string[] {
  const action = failed && filterText("action", failed.action_name);
  const words = (failed?.reason ?? "").match(/[\p{L}\p{N}]+/gu)?.slice(0, reasonWords) ?? [];
  const ofLines = [
    "level:error since:1h",
    action === undefined ? "timeout since:1d" : `${action} level:warn`,
    words.length === 0 ? exampleSearchesTexts.notFoundFavicon : words.join(" "),
  ];
  const ofInvocations =
    words.length === 0 ? [] : [words.join(" "), ...(action === undefined ? [] : [`${action} ${words[0]}`])];
  return (hasLines ? ofLines : ofInvocations).filter((text) => !("message" in readSearchQuery(text)));
}
