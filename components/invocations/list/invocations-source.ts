/** Where the rows come from: the API's page, the newest invocations filtered in the browser, or the
 *  recorder, whose response may be pending. */
import { invocationsSourceTexts } from "./invocation-list-messages.ts";
export type InvocationsSource = "api" | "newest" | "record" | "record-awaited";

/** State of the recorder's response where more invocations exist than were read. `empty`: nothing is
 *  recorded yet; `unused`: it is not needed or lacks one of the filters. */
export type RecordState = "unused" | "awaited" | "empty" | "answered";

/** Chooses the source. While the recorder's response is pending, the newest invocations are used only on
 *  the first page and only if some match: the recorder alone can compute later pages or an empty result. */
export function invocationsSourceOf({
  narrowed,
  record,
  matching,
  offset,
}: {
  /** Whether there are filters that the API lacks. */
  readonly narrowed: boolean;
  readonly record: RecordState;
  /** Number of matches among the newest invocations. */
  readonly matching: number;
  readonly offset: number;
}): InvocationsSource {
  if (!narrowed) return "api";
  switch (record) {
    case "unused":
    case "empty":
      return "newest";
    case "answered":
      return "record";
    case "awaited":
      return offset === 0 && matching > 0 ? "newest" : "record-awaited";
  }
}

/** The source as text. `read`: whether anything was read from it. */
export function formatSource(source: InvocationsSource, awaited: boolean, read: boolean): string {
  switch (source) {
    case "api":
      return awaited ? invocationsSourceTexts.loadingFromTheApi : invocationsSourceTexts.fromApiList;
    case "newest":
      return read
        ? invocationsSourceTexts.filteredWithinLoaded
        : invocationsSourceTexts.loadingTheNewestInvocations;
    case "record":
      return invocationsSourceTexts.fromHistory;
    case "record-awaited":
      return awaited ? invocationsSourceTexts.loadingFromHistory : invocationsSourceTexts.historyNotLoaded;
  }
}
