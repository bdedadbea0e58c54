// Compares two texts by line: changed lines side by side, unchanged ones folded.
import { diffArrays } from "diff";

export interface DiffLine {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
}
export type DiffRow =
  | {
      readonly kind: "same" | "changed";
      readonly left: DiffLine | undefined;
      readonly right: DiffLine | undefined;
    }
  | { readonly kind: "fold"; readonly rows: readonly DiffRow[] };

export type TextDiff =
  | { readonly kind: "equal" }
  | {
      readonly kind: "rows";
      readonly rows: readonly DiffRow[];
      readonly removed: number;
      readonly added: number;
      /** The texts differ too much to pair lines: everything between the first and the last difference
       *  counts as changed. */
      readonly isRough: boolean;
    };

const maxEdits = 1_500;
const timeoutMs = 500;
/** Unchanged lines shown around a change. */
const context = 3;

/** Compares by lines. The number of edits is bounded, so that unrelated texts do not block the page. */
export function diffLinesOf(left: readonly string[], right: readonly string[]): TextDiff {
  if (left.length === right.length && left.every((line, at) => line === right[at])) return { kind: "equal" };
  const exact = diffArrays([...left], [...right], { maxEditLength: maxEdits, timeout: timeoutMs });
  const parts = exact ?? roughParts(left, right);
  const rows: DiffRow[] = [];
  const counts = { removed: 0, added: 0 };
  let waiting: DiffLine[] = [];
  let [leftAt, rightAt] = [0, 0];
  const flush = () => {
    for (const line of waiting) rows.push({ kind: "changed", left: line, right: undefined });
    waiting = [];
  };
  for (const { value, added, removed } of parts) {
    if (removed) {
      flush();
      waiting = value.map((text) => ({ number: ++leftAt, text }));
      counts.removed += value.length;
    } else if (added) {
      // A removed block followed by an added one is one change, shown side by side.
      const news = value.map((text) => ({ number: ++rightAt, text }));
      counts.added += value.length;
      for (let at = 0; at < Math.max(news.length, waiting.length); at += 1)
        rows.push({ kind: "changed", left: waiting[at], right: news[at] });
      waiting = [];
    } else {
      flush();
      for (const text of value)
        rows.push({ kind: "same", left: { number: ++leftAt, text }, right: { number: ++rightAt, text } });
    }
  }
  flush();
  return { kind: "rows", rows: folded(rows), ...counts, isRough: exact === undefined };
}

/** Common lines at both ends, and everything between as one change. */
function roughParts(left: readonly string[], right: readonly string[]) {
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head += 1;
  let tail = 0;
  const most = Math.min(left.length, right.length) - head;
  while (tail < most && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  const same = { added: false, removed: false };
  return [
    { ...same, value: left.slice(0, head) },
    { ...same, value: left.slice(head, left.length - tail), removed: true },
    { ...same, value: right.slice(head, right.length - tail), added: true },
    { ...same, value: left.slice(left.length - tail) },
  ];
}

function folded(rows: readonly DiffRow[]): readonly DiffRow[] {
  const near = new Uint8Array(rows.length);
  for (const [at, row] of rows.entries()) {
    if (row.kind === "changed") near.fill(1, Math.max(0, at - context), at + context + 1);
  }
  const out: DiffRow[] = [];
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (end < rows.length && near[end] === near[at]) end += 1;
    const some = rows.slice(at, end);
    if (near[at] === 1 || some.length === 1) out.push(...some);
    else out.push({ kind: "fold", rows: some });
    at = end;
  }
  return out;
}
