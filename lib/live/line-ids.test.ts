import { expect, it } from "vitest";
import { namedIdsIn } from "./line-ids.ts";

const id = "ptrvsc6dkyun3i3vcxtzpjh4";
const other = "u61r9xcj63dxq47o6wixk3nm";

it.each([
  [`session ${id} created`, "session"],
  [`Browser: ${id}`, "session"],
  [`{"session_id":"${id}"}`, "session"],
  [`invocation=${id} ended`, "invocation"],
  [`{"invocationId": "${id}"}`, "invocation"],
])("is found with its kind: %s", (text, kind) => {
  const [found, ...others] = namedIdsIn(text);
  expect(found).toMatchObject({ kind, id });
  expect(text.slice(found?.from, found?.to)).toBe(id);
  expect(others).toEqual([]);
});

it("finds several, and nothing without a word for it or with another length", () => {
  expect(namedIdsIn(`invocation ${id} has session ${other}`).map(({ kind }) => kind)).toEqual([
    "invocation",
    "session",
  ]);
  for (const text of [id, `order ${id}`, `session ${id}x`, `session ${id.slice(1)}`, "session closed", ""])
    expect(namedIdsIn(text)).toEqual([]);
});
