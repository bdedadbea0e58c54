import { filterText, readSearchQuery } from "@/lib/bff/log-search-query";
import type { RecordedInvocation } from "./found-entries.ts";
import { exampleSearchesTexts } from "./search-messages.ts";

const reasonWords = 3;

/** Three searches to begin with, of the newest failed invocation where there is one. */
export function exampleSearches(failed: RecordedInvocation | undefined): readonly string[] {
  const action = failed && filterText("action", failed.action_name);
  const words = (failed?.reason ?? "").match(/[\p{L}\p{N}]+/gu)?.slice(0, reasonWords) ?? [];
  return [
    "level:error since:1h",
    action === undefined ? "timeout since:1d" : `${action} level:warn`,
    words.length === 0 ? exampleSearchesTexts.notFoundFavicon : words.join(" "),
  ].filter((text) => !("message" in readSearchQuery(text)));
}
