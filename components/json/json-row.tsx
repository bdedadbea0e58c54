import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { JsonTable } from "@/lib/format/json-scan";
import { copyTextOf, isBranch, nameOf, sizeText, sourceOf } from "@/lib/format/json-tree";
import { visibleMarks } from "@/lib/format/visible-marks";
import { jsonRowTexts } from "./json-messages.ts";

export const rowPx = 24;
const indentPx = 14;
const maxIndents = 24;
/** Longer values are cut in their row; the footer shows them in full. */
const maxShown = 300;

/** One value of the tree with its name. Long values are cut here, never in a copy. */
export function JsonRow({
  table,
  node,
  isOpen,
  marked,
}: {
  table: JsonTable;
  node: number;
  isOpen: boolean;
  /** The search text, when this row contains it. */
  marked: string | undefined;
}) {
  const name = nameOf(table, node);
  const branch = isBranch(table, node);
  return (
    <span
      className="flex h-6 min-w-0 items-center whitespace-pre"
      style={{ paddingLeft: Math.min(table.depth[node] ?? 0, maxIndents) * indentPx }}
    >
      <span aria-hidden="true" className="inline-flex w-4 shrink-0 text-ink-3 [&_svg]:size-3.5">
        {branch && table.size[node] ? isOpen ? <ChevronDown /> : <ChevronRight /> : null}
      </span>
      {node === 0 ? null : (
        <span
          className={`max-w-[60%] shrink-0 truncate ${name === undefined ? "text-ink-3" : "text-accent"}`}
        >
          {name === undefined ? table.place[node] : <Marked text={shown(name)} marked={marked} />}
        </span>
      )}
      {node === 0 ? null : <span className="text-ink-3">: </span>}
      {table.repeated.has(node) ? (
        <span className="mr-1.5 rounded-sm bg-warn-bg px-1 text-caption text-warn">
          {jsonRowTexts.nameRepeats}
        </span>
      ) : null}
      <span className={`truncate ${looks[table.kinds[node] ?? "null"]}`}>
        {branch ? branchText(table, node) : <Marked text={valueText(table, node)} marked={marked} />}
      </span>
    </span>
  );
}

/** Accessible name of a row, as displayed: `rows: [] 3 items`, `name: "oak"`. */
export function rowLabel(table: JsonTable, node: number): string {
  const value = isBranch(table, node) ? branchText(table, node) : valueText(table, node);
  if (node === 0) return value;
  const name = nameOf(table, node) ?? String(table.place[node]);
  return `${shown(name)}: ${table.repeated.has(node) ? jsonRowTexts.nameRepeatsPart : ""}${value}`;
}

const branchText = (table: JsonTable, node: number): string =>
  `${table.kinds[node] === "object" ? "{}" : "[]"} ${sizeText(table, node)}`;

const looks = {
  object: "text-ink-3",
  array: "text-ink-3",
  string: "text-ok",
  number: "text-running",
  boolean: "text-queued",
  null: "text-ink-3",
} as const satisfies Record<JsonTable["kinds"][number], string>;

const shown = (text: string) => visibleMarks(text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);

function valueText(table: JsonTable, node: number): string {
  if (table.kinds[node] !== "string") return shown(sourceOf(table, node));
  // Line breaks and other controls stay visible as escapes; escaped letters are decoded.
  const text = copyTextOf(table, node);
  return visibleMarks(
    text.length > maxShown
      ? `${JSON.stringify(text.slice(0, maxShown)).slice(0, -1)}…`
      : JSON.stringify(text),
  );
}

/** `text` with the search text highlighted. */
function Marked({ text, marked }: { text: string; marked: string | undefined }) {
  if (!marked) return text;
  const parts: ReactNode[] = [];
  const lower = text.toLowerCase();
  const needle = marked.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(needle); at !== -1; at = lower.indexOf(needle, from)) {
    parts.push(
      text.slice(from, at),
      <mark key={at} className="rounded-[2px] bg-warn-bg text-warn">
        {text.slice(at, at + needle.length)}
      </mark>,
    );
    from = at + needle.length;
  }
  return [...parts, text.slice(from)];
}
