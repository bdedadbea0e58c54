// Scans a JSON text into a flat table of positions. Nothing is converted, so numbers and repeated names are preserved.
// Runs as a generator, so that megabytes do not block the page.

export type JsonKind = "object" | "array" | "string" | "number" | "boolean" | "null";

/** The values of a text, depth first: a branch is followed by its first child. Columns are indexed by node. */
export interface JsonTable {
  readonly text: string;
  readonly kinds: JsonKind[];
  /** Start and end of the value in the text, including quotes and brackets. */
  readonly from: number[];
  readonly to: number[];
  /** Start and end of its name; -1 for the root and for array items. */
  readonly nameFrom: number[];
  readonly nameTo: number[];
  /** Parent node; -1 for the root. */
  readonly parent: number[];
  readonly depth: number[];
  /** Index among its siblings, from 0. */
  readonly place: number[];
  /** Number of children. */
  readonly size: number[];
  /** The first node after its branch. */
  readonly after: number[];
  /** Nodes with the name of an earlier sibling, which most parsers would drop. */
  readonly repeated: Set<number>;
}

export type JsonScan =
  | { readonly ok: true; readonly table: JsonTable }
  | { readonly ok: false; readonly at: number; readonly expected: ExpectedJson };

/** What the text has to continue with at the position of an error. */
export type ExpectedJson = ("value" | "name" | "end") | ('":"' | '"," or "}"' | '"," or "]"');

type Wanted = "value" | "first item" | "first name" | "name" | "more" | "end";

const stepsPerTurn = 2_000;
const numberShape = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escapeShape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const blankShape = /[ \t\n\r]*/y;

/** Accepts what `JSON.parse` accepts and reports the position of errors. Yields its progress. */
export function* scanJson(text: string): Generator<number, JsonScan> {
  const table = emptyTable(text);
  const namesSeen: Set<string>[] = [];
  let at = 0;
  let here = -1;
  let wanted: Wanted = "value";
  let name: readonly [from: number, to: number] = noName;
  const fault = (expected: ExpectedJson): JsonScan => ({ ok: false, at, expected });

  for (let step = 1; ; step += 1) {
    if (step % stepsPerTurn === 0) yield at;
    at = skipBlanks(text, at);
    const char = text[at];
    if (wanted === "end") return char === undefined ? { ok: true, table } : fault("end");

    const closes = table.kinds[here] === "object" ? "}" : "]";
    if (char === closes && (wanted === "more" || wanted === "first item" || wanted === "first name")) {
      at += 1;
      table.to[here] = at;
      table.after[here] = table.kinds.length;
      if (closes === "}") namesSeen.pop();
      here = table.parent[here] ?? -1;
      wanted = here === -1 ? "end" : "more";
      continue;
    }
    if (wanted === "more") {
      if (char !== ",") return fault(`"," or "${closes}"`);
      at += 1;
      wanted = closes === "}" ? "name" : "value";
      continue;
    }
    if (wanted === "name" || wanted === "first name") {
      const end = endOfString(text, at);
      if (end === undefined) return fault("name");
      name = [at, end];
      at = skipBlanks(text, end);
      if (text[at] !== ":") return fault('":"');
      at += 1;
      wanted = "value";
      continue;
    }

    const kind = kindOf(char);
    const end = endOfValue(text, at, kind);
    if (kind === undefined || end === undefined) return fault("value");
    const node = addNode(table, { kind, from: at, to: end, name, parent: here });
    if (name !== noName) {
      const seen = namesSeen.at(-1);
      const word = plainText(text, name[0], name[1]);
      if (seen?.has(word)) table.repeated.add(node);
      seen?.add(word);
    }
    name = noName;
    at = end;
    if (kind === "object" || kind === "array") {
      if (kind === "object") namesSeen.push(new Set());
      here = node;
      wanted = kind === "object" ? "first name" : "first item";
    } else wanted = here === -1 ? "end" : "more";
  }
}

const noName = [-1, -1] as const;

function emptyTable(text: string): JsonTable {
  return {
    text,
    kinds: [],
    from: [],
    to: [],
    nameFrom: [],
    nameTo: [],
    parent: [],
    depth: [],
    place: [],
    size: [],
    after: [],
    repeated: new Set(),
  };
}

interface NewNode {
  kind: JsonKind;
  from: number;
  to: number;
  name: readonly [from: number, to: number];
  parent: number;
}

function addNode(table: JsonTable, { kind, from, to, name, parent }: NewNode): number {
  const node = table.kinds.length;
  const place = table.size[parent] ?? 0;
  table.kinds.push(kind);
  table.from.push(from);
  table.to.push(to);
  table.nameFrom.push(name[0]);
  table.nameTo.push(name[1]);
  table.parent.push(parent);
  table.depth.push(parent === -1 ? 0 : (table.depth[parent] ?? 0) + 1);
  table.place.push(place);
  table.size.push(0);
  table.after.push(node + 1);
  if (parent !== -1) table.size[parent] = place + 1;
  return node;
}

function kindOf(char: string | undefined): JsonKind | undefined {
  switch (char) {
    case "{":
      return "object";
    case "[":
      return "array";
    case '"':
      return "string";
    case "t":
    case "f":
      return "boolean";
    case "n":
      return "null";
    default:
      return char !== undefined && (char === "-" || (char >= "0" && char <= "9")) ? "number" : undefined;
  }
}

/** End of the value at `at`; for a branch, where its first child may start. */
function endOfValue(text: string, at: number, kind: JsonKind | undefined): number | undefined {
  switch (kind) {
    case "object":
    case "array":
      return at + 1;
    case "string":
      return endOfString(text, at);
    case "number":
      return endOf(numberShape, text, at);
    case "boolean":
      return endOfWord(text, at, "true") ?? endOfWord(text, at, "false");
    case "null":
      return endOfWord(text, at, "null");
    case undefined:
      return undefined;
  }
}

const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;

function endOfString(text: string, begin: number): number | undefined {
  if (text.charCodeAt(begin) !== quote) return undefined;
  let at = begin + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code < space) return undefined;
    const next: number | undefined = code === backslash ? endOf(escapeShape, text, at) : at + 1;
    if (next === undefined) return undefined;
    at = next;
  }
  return undefined;
}

function endOf(shape: RegExp, text: string, at: number): number | undefined {
  shape.lastIndex = at;
  return shape.test(text) ? shape.lastIndex : undefined;
}

const endOfWord = (text: string, at: number, word: string): number | undefined =>
  text.startsWith(word, at) ? at + word.length : undefined;

const skipBlanks = (text: string, at: number): number => endOf(blankShape, text, at) ?? at;

/** The value of a quoted string. */
export function plainText(text: string, from: number, to: number): string {
  const inner = text.slice(from + 1, to - 1);
  return inner.includes("\\") ? String(JSON.parse(text.slice(from, to))) : inner;
}

/** Scans a text synchronously; for small texts. */
export function scanNow(text: string): JsonScan {
  const scan = scanJson(text);
  for (;;) {
    const { done, value } = scan.next();
    if (done) return value;
  }
}
