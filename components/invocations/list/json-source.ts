// Values of payload and output for columns: parsed once per row, however many columns use them.
import type { Invocation } from "@/lib/contract/invocations";
import { type JsonStep, pathsIn, valueAt } from "@/lib/format/json-path";

export const jsonSources = ["payload", "output"] as const;
export type JsonSource = (typeof jsonSources)[number];

/** The content of a cell. */
export type CellContent =
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "not-json" }
  | { readonly kind: "too-large" };

type Parsed = Exclude<CellContent, { kind: "value" }> | { readonly kind: "json"; readonly value: unknown };

/** Larger texts are not parsed for a cell: that would block the table. */
export const maxParsedChars = 1_000_000;
const shownChars = 200;
const offeredPaths = 80;
const sampledRowCount = 20;

const known = new WeakMap<Invocation, Partial<Record<JsonSource, Parsed>>>();

function parse(text: string | null | undefined): Parsed {
  if (text === null || text === undefined || text === "") return { kind: "missing" };
  if (text.length > maxParsedChars) return { kind: "too-large" };
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    return { kind: "not-json" };
  }
}

function parsed(row: Invocation, source: JsonSource): Parsed {
  const before = known.get(row)?.[source];
  if (before !== undefined) return before;
  const now = parse(row[source]);
  known.set(row, { ...known.get(row), [source]: now });
  return now;
}

const cut = (text: string) => (text.length > shownChars ? `${text.slice(0, shownChars)}…` : text);

/** The value at a path of a row's payload or output, as one line. */
export function previewAt(row: Invocation, source: JsonSource, steps: readonly JsonStep[]): CellContent {
  const read = parsed(row, source);
  if (read.kind !== "json") return read;
  const value = valueAt(read.value, steps);
  if (value === undefined) return { kind: "missing" };
  return { kind: "value", text: cut(typeof value === "string" ? value : JSON.stringify(value)) };
}

/** The beginning of a payload or output as one line, whether or not it is JSON. */
export function previewOf(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text === "") return undefined;
  // Truncated first, so that the whitespace pattern does not scan a large text.
  return cut(
    text
      .slice(0, 4 * shownChars)
      .replace(/\s+/g, " ")
      .trim(),
  );
}

/** Paths to offer, from the first rows on screen. */
export function pathsOnScreen(rows: readonly Invocation[], source: JsonSource): readonly string[] {
  const found = new Set<string>();
  for (const row of rows.slice(0, sampledRowCount)) {
    const read = parsed(row, source);
    if (read.kind === "json") for (const path of pathsIn(read.value, offeredPaths)) found.add(path);
  }
  return [...found].slice(0, offeredPaths);
}
