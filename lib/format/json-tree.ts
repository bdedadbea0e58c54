// A JSON table as a tree on screen: which rows are there, where they are in the text's own words, what they say.
import { type JsonTable, plainText } from "./json-scan.ts";

/** Which branches are open, by node: 1 is open. */
export type OpenBranches = Uint8Array;

/** More rows than this are higher than a browser can scroll. */
export const maxRows = 1_000_000;
const openDepth = 2;
const openSize = 100;

export const isBranch = (table: JsonTable, node: number): boolean =>
  table.kinds[node] === "object" || table.kinds[node] === "array";

/** The root, and the branches near it that are not long. */
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
  // A tree with its root closed says nothing.
  open[0] = 1;
  return open;
}

/** The same with one branch turned round. */
export function withTurned(open: OpenBranches, node: number): OpenBranches {
  const next = open.slice();
  next[node] = open[node] === 1 ? 0 : 1;
  return next;
}

/** The same with every branch open that leads to `node`. */
export function withWayTo(table: JsonTable, open: OpenBranches, node: number): OpenBranches {
  const next = open.slice();
  for (let at = table.parent[node] ?? -1; at !== -1; at = table.parent[at] ?? -1) next[at] = 1;
  return next;
}

/** The nodes in sight, top to bottom, at most `atMost` of them. */
export function rowsOf(table: JsonTable, open: OpenBranches, atMost = maxRows): readonly number[] {
  const rows: number[] = [];
  const count = table.kinds.length;
  for (let node = 0; node < count && rows.length < atMost; ) {
    rows.push(node);
    node = open[node] === 1 ? node + 1 : (table.after[node] ?? count);
  }
  return rows;
}

/** Where `node` stands among rows that are in the order of the text; undefined when it is not among them. */
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

/** A node's name without quotes; undefined for the root and for items. */
export function nameOf(table: JsonTable, node: number): string | undefined {
  const from = table.nameFrom[node] ?? -1;
  return from === -1 ? undefined : plainText(table.text, from, table.nameTo[node] ?? from);
}

/** The value as it is written. */
export const sourceOf = (table: JsonTable, node: number): string =>
  table.text.slice(table.from[node], table.to[node]);

/** The value as it is copied: a string without quotes and escapes, anything else as it is written. */
export const plainValue = (table: JsonTable, node: number): string =>
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

/** A branch in few words: `3 keys`, `1 item`, `empty`. */
export function sizeText(table: JsonTable, node: number): string {
  const size = table.size[node] ?? 0;
  if (size === 0) return "empty";
  const word = table.kinds[node] === "object" ? "key" : "item";
  return `${size.toLocaleString("en-US")} ${word}${size === 1 ? "" : "s"}`;
}
