import { type JsonTable, plainText } from "./json-scan.ts";

const nodesPerTurn = 2_000;

/** The nodes whose name or own value contains `wanted`, in text order, case-insensitive. Yields its progress. */
export function* searchJson(table: JsonTable, wanted: string): Generator<number, readonly number[]> {
  const needle = wanted.toLowerCase();
  const found: number[] = [];
  if (needle === "") return found;
  const holds = (text: string) => text.toLowerCase().includes(needle);
  for (let node = 0; node < table.kinds.length; node += 1) {
    if (node % nodesPerTurn === nodesPerTurn - 1) yield node;
    const nameFrom = table.nameFrom[node] ?? -1;
    if (nameFrom !== -1 && holds(plainText(table.text, nameFrom, table.nameTo[node] ?? nameFrom))) {
      found.push(node);
      continue;
    }
    const [kind, from = 0, to = 0] = [table.kinds[node], table.from[node], table.to[node]];
    if (kind === "object" || kind === "array") continue;
    if (holds(kind === "string" ? plainText(table.text, from, to) : table.text.slice(from, to)))
      found.push(node);
  }
  return found;
}
