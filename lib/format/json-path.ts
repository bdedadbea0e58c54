import { jsonPathTexts } from "./json-path-messages.ts";
// A subset of JSONPath: members, quoted members and indexes.

/** A member's name, or an index. A negative index counts from the end. */
export type JsonStep = string | number;

export type ParsedPath =
  | { readonly kind: "path"; readonly steps: readonly JsonStep[] }
  | { readonly kind: "fault"; readonly fault: string };

const plainName = /^[\p{L}_][\p{L}\p{N}_-]*/u;
const indexInBrackets = /^\[(-?\d{1,9})\]/;
const singleQuoted = /^\['((?:[^'\\]|\\.)*)'\]/s;
const doubleQuoted = /^\["((?:[^"\\]|\\.)*)"\]/s;
const maxLength = 512;

const fault = (text: string): ParsedPath => ({ kind: "fault", fault: text });

/** Parses `$.cart.items[0]["a b"]`. A fault contains message and position. */
export function parseJsonPath(text: string): ParsedPath {
  if (text.length > maxLength) return fault(jsonPathTexts.tooLong(maxLength));
  if (!text.startsWith("$")) return fault(jsonPathTexts.start);
  const steps: JsonStep[] = [];
  let at = 1;
  while (at < text.length) {
    const rest = text.slice(at);
    const read = readStep(rest);
    if (typeof read === "string") return fault(jsonPathTexts.at(read, at + 1));
    steps.push(read.step);
    at += read.length;
  }
  return { kind: "path", steps };
}

function readStep(rest: string): { step: JsonStep; length: number } | string {
  if (rest.startsWith(".")) {
    if (rest.startsWith("..")) return jsonPathTexts.recursive;
    const name = plainName.exec(rest.slice(1))?.[0];
    if (name === undefined) return rest.startsWith(".*") ? jsonPathTexts.wildcard : jsonPathTexts.name;
    return { step: name, length: name.length + 1 };
  }
  if (!rest.startsWith("[")) return jsonPathTexts.step([...rest][0]);
  const index = indexInBrackets.exec(rest);
  if (index !== null) return { step: Number(index[1]), length: index[0].length };
  const quoted = singleQuoted.exec(rest) ?? doubleQuoted.exec(rest);
  if (quoted !== null) return { step: (quoted[1] ?? "").replace(/\\(.)/gs, "$1"), length: quoted[0].length };
  if (rest.startsWith("[*")) return jsonPathTexts.wildcard;
  return jsonPathTexts.brackets;
}

/** Formats a path in its canonical form: `$.cart.items[0]["a b"]`. */
export function formatJsonPath(steps: readonly JsonStep[]): string {
  const parts = steps.map((step) => {
    if (typeof step === "number") return `[${step}]`;
    if (plainName.exec(step)?.[0] === step) return `.${step}`;
    return `["${step.replace(/["\\]/g, "\\$&")}"]`;
  });
  return `$${parts.join("")}`;
}

/** The value at a path; undefined when there is none (JSON has no undefined). */
export function valueAt(value: unknown, steps: readonly JsonStep[]): unknown {
  let now = value;
  for (const step of steps) {
    if (typeof now !== "object" || now === null) return undefined;
    if (Array.isArray(now)) now = typeof step === "number" ? now.at(step) : undefined;
    else now = Object.hasOwn(now, step) ? Reflect.get(now, step) : undefined;
  }
  return now;
}

const maxDepth = 6;

/** Paths within a value, outermost first, with the first item of each array only; at most `atMost`. */
export function pathsIn(value: unknown, atMost: number): readonly string[] {
  const found: string[] = [];
  let level: readonly { value: unknown; steps: readonly JsonStep[] }[] = [{ value, steps: [] }];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const next: { value: unknown; steps: readonly JsonStep[] }[] = [];
    for (const { value: holder, steps } of level) {
      for (const [step, held] of childrenOf(holder)) {
        if (found.length >= atMost) return found;
        const to = [...steps, step];
        found.push(formatJsonPath(to));
        next.push({ value: held, steps: to });
      }
    }
    level = next;
  }
  return found;
}

function childrenOf(value: unknown): readonly (readonly [JsonStep, unknown])[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : [[0, value[0]]];
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
