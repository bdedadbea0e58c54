// View model of a JSON tree: visible rows, branch state, paths and texts.
import { type JsonTable, plainText } from "./json-scan.ts";
import { formatCountOf } from "./numbers.ts";

/** Open branches by node: 1 is open. */
export type OpenBranches = Uint8Array;

/** Maximum number of rows that a browser can scroll. */
export const maxRows = 1_000_000;
const openDepth = 2;
const openSize = 100;

export const isBranch = (table: JsonTable, node: number): boolean =>
  table.kinds[node] === "object" || table.kinds[node] === "array";

/** Initially open: the root, and short branches near it. */
export function openAtFirst(table: JsonTable): OpenBranches {
  const open = new Uint8Array(table.kinds.length);
  open[0] = 1;
  for (let node = 1; node < open.length; ) {
    const isShown = (table.depth[node] ?? 0) < openDepth && (table.size[node] ?? 0) <= openSize;
    if (isShown) open[node] = 1;
    node = isShown ? node + 1 : (table.after[node] ?? open.length);
  }
  return open;
}

export function allBranches(table: JsonTable, isOpen: boolean): OpenBranches {
  const open = new Uint8Array(table.kinds.length).fill(isOpen ? 1 : 0);
  // A closed root would show nothing.
  open[0] = 1;
  return open;
}

/** Toggles one branch. */
export function toggleBranch(open: OpenBranches, node: number): OpenBranches {
  const next = open.slice();
  next[node] = open[node] === 1 ? 0 : 1;
  return next;
}

/** Opens every branch that leads to `node`. */
export function openPathTo(table: JsonTable, open: OpenBranches, node: number): OpenBranches {
  const next = open.slice();
  for (let at = table.parent[node] ?? -1; at !== -1; at = table.parent[at] ?? -1) next[at] = 1;
  return next;
}

/** The visible nodes in order, at most `atMost`. */
export function rowsOf(table: JsonTable, open: OpenBranches, atMost = maxRows): readonly number[] {
  const rows: number[] = [];
  const count = table.kinds.length;
  for (let node = 0; node < count && rows.length < atMost; ) {
    rows.push(node);
    node = open[node] === 1 ? node + 1 : (table.after[node] ?? count);
  }
  return rows;
}

/** Index of `node` among rows in text order; undefined when absent. */
export function rowIndexOf(rows: readonly number[], node: number): number | undefined {
  let low = 0;
  let high = rows.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const there = rows[middle] ?? 0;
    if (there === node) return middle;
    if (there < node) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** A node's name without quotes; undefined for the root and array items. */
export function nameOf(table: JsonTable, node: number): string | undefined {
  const from = table.nameFrom[node] ?? -1;
  return from === -1 ? undefined : plainText(table.text, from, table.nameTo[node] ?? from);
}

/** The value as in the text. */
export const sourceOf = (table: JsonTable, node: number): string =>
  table.text.slice(table.from[node], table.to[node]);

/** The value for copying: strings without quotes and escapes, others as in the text. */
export const copyTextOf = (table: JsonTable, node: number): string =>
  table.kinds[node] === "string"
    ? plainText(table.text, table.from[node] ?? 0, table.to[node] ?? 0)
    : sourceOf(table, node);

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The JSONPath of a node: `$.results[3]["unit price"]`. */
export function pathOf(table: JsonTable, node: number): string {
  const steps: string[] = [];
  for (let at = node; at > 0; at = table.parent[at] ?? 0) {
    const name = nameOf(table, at);
    if (name === undefined) steps.push(`[${table.place[at]}]`);
    else steps.push(plainName.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);
  }
  return `$${steps.reverse().join("")}`;
}

/** Summary of a branch: `3 keys`, `1 item`, `empty`. */
export function sizeText(table: JsonTable, node: number): string {
  const size = table.size[node] ?? 0;
  if (size === 0) return "empty";
  return formatCountOf(size, table.kinds[node] === "object" ? "key" : "item");
}
