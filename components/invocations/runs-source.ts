/** What the rows of a screen come from: the API's own page, the newest runs filtered here, or the dashboard's record,
 *  which has not answered yet where it is awaited. */
export type RunsSource = "api" | "newest" | "record" | "record-awaited";

/** What the record says where there are more runs than are read; `empty`: it holds nothing yet, `unasked`: it need not
 *  be asked, or knows no such filter. */
export type RecordState = "unasked" | "awaited" | "empty" | "answered";

/**
 * Who answers a screen. Where the record is to answer and has not, the newest stand in only on the first page and with
 * rows to show: how far down a page lies, and that nothing matches, only the record can tell.
 */
export function runsSourceOf({
  narrowed,
  record,
  matching,
  offset,
}: {
  /** Whether there are filters that the API does not have. */
  readonly narrowed: boolean;
  readonly record: RecordState;
  /** How many of the newest match. */
  readonly matching: number;
  readonly offset: number;
}): RunsSource {
  if (!narrowed) return "api";
  switch (record) {
    case "unasked":
    case "empty":
      return "newest";
    case "answered":
      return "record";
    case "awaited":
      return offset === 0 && matching > 0 ? "newest" : "record-awaited";
  }
}
