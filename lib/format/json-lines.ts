import type { JsonTable } from "./json-scan.ts";
import { isBranch, sourceOf } from "./json-tree.ts";

/** Maximum indentation: a hostile text could otherwise exhaust memory. */
const maxIndents = 100;

/** Formats a text as indented lines with names and values verbatim; texts of equal content give equal lines. */
export function jsonLines(table: JsonTable): readonly string[] {
  const lines: string[] = [];
  const indent = (depth: number) => "  ".repeat(Math.min(depth, maxIndents));
  /** Open branches around the current node. */
  const around: number[] = [];
  const close = (node: number) => {
    const bracket = table.kinds[node] === "object" ? "}" : "]";
    lines.push(`${indent(table.depth[node] ?? 0)}${bracket}${commaBehind(table, node)}`);
  };
  for (let node = 0; node < table.kinds.length; node += 1) {
    while (around.length > 0 && (table.after[around.at(-1) ?? 0] ?? 0) <= node) close(around.pop() ?? 0);
    const nameFrom = table.nameFrom[node] ?? -1;
    const name = nameFrom === -1 ? "" : `${table.text.slice(nameFrom, table.nameTo[node])}: `;
    const start = `${indent(table.depth[node] ?? 0)}${name}`;
    if (!isBranch(table, node)) lines.push(`${start}${sourceOf(table, node)}${commaBehind(table, node)}`);
    else if (table.size[node] === 0) {
      lines.push(`${start}${table.kinds[node] === "object" ? "{}" : "[]"}${commaBehind(table, node)}`);
    } else {
      lines.push(`${start}${table.kinds[node] === "object" ? "{" : "["}`);
      around.push(node);
    }
  }
  for (const node of around.reverse()) close(node);
  return lines;
}

function commaBehind(table: JsonTable, node: number): string {
  const parent = table.parent[node] ?? -1;
  return parent !== -1 && (table.place[node] ?? 0) < (table.size[parent] ?? 0) - 1 ? "," : "";
}
