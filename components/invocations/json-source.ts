// What columns see of payload and output: parsed once per row however many columns look into it.
import type { Invocation } from "@/lib/contract/invocations";
import { type JsonStep, pathsIn, valueAt } from "@/lib/format/json-path";

export const jsonSources = ["payload", "output"] as const;
export type JsonSource = (typeof jsonSources)[number];

/** What a cell has to say. */
export type Seen =
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "not-json" }
  | { readonly kind: "too-large" };

type Parsed = Exclude<Seen, { kind: "value" }> | { readonly kind: "json"; readonly value: unknown };

/** Larger texts would hold up the whole table for a cell of it. */
export const lookedIntoChars = 1_000_000;
const shownChars = 200;
const offeredPaths = 80;
const rowsLookedInto = 20;

const known = new WeakMap<Invocation, Partial<Record<JsonSource, Parsed>>>();

function parse(text: string | null | undefined): Parsed {
  if (text === null || text === undefined || text === "") return { kind: "missing" };
  if (text.length > lookedIntoChars) return { kind: "too-large" };
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

/** What stands at a path of a row's payload or output, as one line. */
export function seenAt(row: Invocation, source: JsonSource, steps: readonly JsonStep[]): Seen {
  const read = parsed(row, source);
  if (read.kind !== "json") return read;
  const value = valueAt(read.value, steps);
  if (value === undefined) return { kind: "missing" };
  return { kind: "value", text: cut(typeof value === "string" ? value : JSON.stringify(value)) };
}

/** The beginning of a payload or output as one line, whatever it is. */
export function previewOf(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text === "") return undefined;
  // Cut first: a large one is not walked through for its spaces.
  return cut(
    text
      .slice(0, 4 * shownChars)
      .replace(/\s+/g, " ")
      .trim(),
  );
}

/** Paths to offer, from what the first rows on screen hold. */
export function pathsOnScreen(rows: readonly Invocation[], source: JsonSource): readonly string[] {
  const found = new Set<string>();
  for (const row of rows.slice(0, rowsLookedInto)) {
    const read = parsed(row, source);
    if (read.kind === "json") for (const path of pathsIn(read.value, offeredPaths)) found.add(path);
  }
  return [...found].slice(0, offeredPaths);
}
