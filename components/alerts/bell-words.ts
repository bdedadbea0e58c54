import type { AlertList } from "@/lib/bff/alerts";

/** What the bell says of the open alerts. */
export interface BellWords {
  /** The accessible name of the bell. */
  readonly name: string;
  /** The head of its panel. */
  readonly title: string;
  /** What stands on the bell; empty: nothing. */
  readonly mark: string;
  /** What was read may not be so any more, or nothing was read. */
  readonly failed: boolean;
}

/** The words of the bell. That nothing is open is said only of a list that was read and has not failed since. */
export function bellWords(list: Pick<AlertList, "loud"> | undefined, failed: boolean): BellWords {
  if (list === undefined)
    return { name: "Alerts: not known", title: "Alerts not known", mark: failed ? "?" : "", failed };
  const { loud } = list;
  const count = loud > 99 ? "99+" : String(loud);
  if (failed) {
    const last = loud === 0 ? "none when last read" : `${loud} open`;
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

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
