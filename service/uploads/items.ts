// The published clients' spellings of an array of objects in multipart names, brought together: `a[][f]`,
// `a[0][f]`, `a.f` and the mixtures servers in the field take (`a[0].f`, `a.0.f`). Parts come in any order.
import type { ErrorDetail } from "../../lib/contract/error.ts";
import { badRequest, type Problem } from "../domain/problem.ts";
import type { Part, UploadedFile } from "./receive.ts";

interface Place {
  /** Undefined where the spelling has none: the n-th of each field belong together. */
  index: number | undefined;
  field: string;
}

/**
 * The items of `array`, each with exactly the given fields. With an index it pairs them; without one the n-th part
 * of each field belong together. `single` also takes one item spelled as bare field names.
 * Problem 400 whose details name each part that is unknown or double, and each item that is incomplete.
 */
export function itemsOf(
  parts: readonly Part[],
  array: string,
  fields: readonly string[],
  { single = false }: { single?: boolean } = {},
): readonly ReadonlyMap<string, Part>[] {
  const faults: string[] = [];
  const byIndex = new Map<number, Map<string, Part>>();
  const met = new Map<string, number>();
  const spellings = new Set<"indexed" | "in order" | "single">();
  for (const part of parts) {
    const isBare = single && fields.includes(part.name);
    const place = isBare ? { index: undefined, field: part.name } : placeOf(part.name, array);
    if (!place || !fields.includes(place.field)) {
      faults.push(`${shown(part.name)}: is not a part of this upload`);
      continue;
    }
    spellings.add(isBare ? "single" : place.index === undefined ? "in order" : "indexed");
    const count = met.get(place.field) ?? 0;
    met.set(place.field, count + 1);
    const index = place.index ?? count;
    const item = byIndex.get(index) ?? new Map<string, Part>();
    byIndex.set(index, item);
    if (item.has(place.field) || (isBare && count > 0)) faults.push(`${shown(part.name)}: was sent twice`);
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
 * The parts of an upload that is one object: each of `required` once, each of `optional` at most once, no other.
 * Problem 400 whose details name each fault.
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
      faults.push(`${shown(part.name)}: is not a part of this upload`);
    } else if (item.has(part.name)) {
      faults.push(`${shown(part.name)}: was sent twice`);
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

/** The text of an item's part; Problem 400 when it was sent as a file. */
export function textOf(item: ReadonlyMap<string, Part>, field: string): string {
  const part = item.get(field);
  if (part?.kind !== "field") throw invalidParts([`${shown(part?.name ?? field)}: must be a text field`]);
  return part.value;
}

/** The file of an item's part; Problem 400 when it was sent as text. */
export function fileOf(item: ReadonlyMap<string, Part>, field: string): UploadedFile {
  const part = item.get(field);
  if (part?.kind !== "file") {
    throw invalidParts([`${shown(part?.name ?? field)}: must be a file (a part with a filename)`]);
  }
  return part;
}

/** 400 whose details name each fault; a body of thousands of wrong parts does not make a long answer. */
export function invalidParts(faults: readonly string[]): Problem {
  const named = faults.slice(0, 20);
  const more = faults.length > named.length ? [`and ${faults.length - named.length} more`] : [];
  const details: ErrorDetail[] = named.map((message) => ({ code: "invalid_input", message }));
  return badRequest([...named, ...more].join("; "), details);
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

const shown = (name: string) => JSON.stringify(name.slice(0, 80));
