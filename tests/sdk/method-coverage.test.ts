import { describe, expect, test } from "vitest";
import { allClients, methodsOf } from "../support/programs/published-clients.ts";
import { methods, rowsOf } from "./method-coverage.ts";

describe.each(allClients)("client $version", (sdk) => {
  test("every method is in the table once", () => {
    const found = methodsOf(sdk);
    expect(found.length).toBeGreaterThan(90);
    for (const method of found) expect(rowsOf(method), method).toHaveLength(1);
  });
});

test("the table has only methods of a client", () => {
  const found = allClients.flatMap(methodsOf);
  for (const name of Object.keys(methods)) {
    expect(
      found.some((method) => rowsOf(method).some(([row]) => row === name)),
      name,
    ).toBe(true);
  }
});
