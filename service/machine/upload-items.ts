// Parses the spellings of an array of objects in multipart names: `a[][f]`, `a[0][f]`, `a.f` of the published
// clients, and mixtures that servers in the field accept (`a[0].f`, `a.0.f`). Parts may come in any order.
import type { ErrorDetail } from "../../lib/contract/error.ts";
import { badRequest, type Problem } from "../kernel/problem.ts";
import type { Part, UploadedFile } from "./receive-upload.ts";

interface Place {
  /** Undefined where the spelling has none: then the n-th parts of each field form an item. */
  index: number | undefined;
  field: string;
}

/**
 * The items of `array`, each with exactly the given fields, grouped by index or, without one, by order. `single` also
 * accepts one item spelled as bare field names. Throws Problem 400 whose details name each unknown or duplicate part
 * and each incomplete item.
 */
export function itemsOf(
  parts: readonly Part[],
  array: string,
  fields: readonly string[],
  { single = false }: { single?: boolean } = {},
): readonly ReadonlyMap<string, Part>[] {
  const faults: string[] = [];
  const byIndex = new Map<number, Map<string, Part>>();
  const counts = new Map<string, number>();
  const spellings = new Set<"indexed" | "in order" | "single">();
  for (const part of parts) {
    const isBare = single && fields.includes(part.name);
    const place = isBare ? { index: undefined, field: part.name } : placeOf(part.name, array);
    if (!place || !fields.includes(place.field)) {
      faults.push(`${quoted(part.name)}: is not a part of this upload`);
      continue;
    }
    spellings.add(isBare ? "single" : place.index === undefined ? "in order" : "indexed");
    const count = counts.get(place.field) ?? 0;
    counts.set(place.field, count + 1);
    const index = place.index ?? count;
    const item = byIndex.get(index) ?? new Map<string, Part>();
    byIndex.set(index, item);
    if (item.has(place.field) || (isBare && count > 0)) faults.push(`${quoted(part.name)}: was sent twice`);
    item.set(place.field, part);
  }
  if (spellings.size > 1) faults.push(`${array}: its items are spelled in more than one way`);
  const ordered = [...byIndex].sort(([a], [b]) => a - b);
  for (const [index, item] of ordered) {
    for (const field of fields) {
      if (!item.has(field)) faults.push(`${array}[${index}].${field}: is missing`);
    }
  }
  if (parts.length === 0) faults.push(`${array}: at least one item is needed`);
  if (faults.length > 0) throw invalidParts(faults);
  return ordered.map(([, item]) => item);
}

/**
 * The parts of an upload that is one object: each of `required` once, each of `optional` at most once, no others.
 * Throws Problem 400 whose details name each fault.
 */
export function onlyItem(
  parts: readonly Part[],
  required: readonly string[],
  optional: readonly string[] = [],
): ReadonlyMap<string, Part> {
  const faults: string[] = [];
  const item = new Map<string, Part>();
  for (const part of parts) {
    if (!required.includes(part.name) && !optional.includes(part.name)) {
      faults.push(`${quoted(part.name)}: is not a part of this upload`);
    } else if (item.has(part.name)) {
      faults.push(`${quoted(part.name)}: was sent twice`);
    } else {
      item.set(part.name, part);
    }
  }
  for (const field of required) {
    if (!item.has(field)) faults.push(`${field}: is missing`);
  }
  if (faults.length > 0) throw invalidParts(faults);
  return item;
}

/** The text of an item's part; throws Problem 400 when it was sent as a file. */
export function textOf(item: ReadonlyMap<string, Part>, field: string): string {
  const part = item.get(field);
  if (part?.kind !== "field") throw invalidParts([`${quoted(part?.name ?? field)}: must be a text field`]);
  return part.value;
}

/** The file of an item's part; throws Problem 400 when it was sent as text. */
export function fileOf(item: ReadonlyMap<string, Part>, field: string): UploadedFile {
  const part = item.get(field);
  if (part?.kind !== "file") {
    throw invalidParts([`${quoted(part?.name ?? field)}: must be a file (a part with a filename)`]);
  }
  return part;
}

/** Problem 400 with one detail per fault, at most 20 so that the response stays short. */
export function invalidParts(faults: readonly string[]): Problem {
  const listed = faults.slice(0, 20);
  const more = faults.length > listed.length ? [`and ${faults.length - listed.length} more`] : [];
  const details: ErrorDetail[] = listed.map((message) => ({ code: "invalid_input", message }));
  return badRequest([...listed, ...more].join("; "), details);
}

function placeOf(name: string, array: string): Place | undefined {
  if (!name.startsWith(array)) return undefined;
  const match = /^(?:\[(\d{0,4})\]|\.(\d{1,4})(?=[.[]))?(?:\[(\w+)\]|\.(\w+))$/.exec(
    name.slice(array.length),
  );
  if (!match) return undefined;
  const [, bracketed, dotted, fieldInBrackets, fieldAfterDot] = match;
  const index = bracketed || dotted;
  return { index: index ? Number(index) : undefined, field: fieldInBrackets ?? fieldAfterDot ?? "" };
}

const quoted = (name: string) => JSON.stringify(name.slice(0, 80));
