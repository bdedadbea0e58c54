import { jsonLines } from "@/lib/format/json-lines";
import { scanNow } from "@/lib/format/json-scan";
import { diffLinesOf, type TextDiff } from "./diff-rows.ts";

/** More than this is not compared: neither would be read. */
export const maxCompared = 2_000_000;

export type BodyDiff = TextDiff | { readonly kind: "none" } | { readonly kind: "too-large" };

/** Compares two payloads or outputs, JSON by its content: how it was indented does not count. */
export function diffBodies(left: string | null | undefined, right: string | null | undefined): BodyDiff {
  if (!left && !right) return { kind: "none" };
  if (left === right) return { kind: "equal" };
  if ((left?.length ?? 0) > maxCompared || (right?.length ?? 0) > maxCompared) return { kind: "too-large" };
  return diffLinesOf(linesOf(left), linesOf(right));
}

function linesOf(text: string | null | undefined): readonly string[] {
  if (!text) return [];
  const scan = scanNow(text);
  return scan.ok ? jsonLines(scan.table) : text.split(/\r?\n/);
}
