import type { AlertList } from "@/lib/bff/alerts";
import { paces } from "@/lib/paces";

/** Texts of the alert bell. */
export interface AlertBellMessages {
  /** Accessible name of the bell. */
  readonly name: string;
  /** Title of its panel. */
  readonly title: string;
  /** Badge on the bell; empty: none. */
  readonly mark: string;
  /** The list may be outdated, or was never read. */
  readonly failed: boolean;
}

/** Whether the rules were not evaluated recently, or never: another alert may be open by now. */
export const isOutdated = ({
  evaluated_at_ms: atMs,
  now_ms,
}: Pick<AlertList, "evaluated_at_ms" | "now_ms">) => atMs === null || now_ms - atMs > paces.alerts.freshMs;

/**
 * "Nothing is open" is stated only of a list that was read, has not failed since (`readFailed`), and whose rules were
 * evaluated recently.
 */
export function alertBellMessages(
  list: Pick<AlertList, "loud" | "evaluated_at_ms" | "now_ms"> | undefined,
  readFailed: boolean,
): AlertBellMessages {
  if (list === undefined)
    return {
      name: "Alerts: unknown",
      title: "Alerts unknown",
      mark: readFailed ? "?" : "",
      failed: readFailed,
    };
  const failed = readFailed || isOutdated(list);
  const { loud } = list;
  const count = loud > 99 ? "99+" : String(loud);
  if (failed) {
    const last = loud === 0 ? "none open" : `${loud} open`;
    const mark = loud === 0 ? "?" : `${count}?`;
    return {
      name: `Alerts: ${last}, not up to date`,
      title: `${capital(last)}, not up to date`,
      mark,
      failed,
    };
  }
  return loud === 0
    ? { name: "Alerts: none open", title: "No open alerts", mark: "", failed }
    : { name: `Alerts: ${loud} open`, title: `${loud} open`, mark: count, failed };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
