import { describe, expect, test } from "vitest";
import { methodsOf, publishedClients } from "../support/published-clients.ts";
import { methods, rowsOf } from "./methods.ts";

describe.each(publishedClients)("client $version", (sdk) => {
  test("every method is in the table, once", () => {
    const found = methodsOf(sdk);
    expect(found.length).toBeGreaterThan(90);
    for (const method of found) expect(rowsOf(method), method).toHaveLength(1);
  });
});

test("the table has no method that no client has", () => {
  const found = publishedClients.flatMap(methodsOf);
  for (const name of Object.keys(methods)) {
    expect(
      found.some((method) => rowsOf(method).some(([row]) => row === name)),
      name,
    ).toBe(true);
  }
});
