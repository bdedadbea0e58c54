import { expect, it } from "vitest";
import { operations } from "../../contract/operations/operations.ts";
import { answers, type StoredAnswer } from "./answer.ts";

it("matches an answer to its operation by id, also when the operations were loaded twice", () => {
  const stored: StoredAnswer = {
    operation: { ...operations.listPools },
    status: 200,
    value: [],
    bytes: new Uint8Array(),
    badItems: 0,
    paging: {},
    observedAtMs: 0,
  };
  expect(answers(stored, operations.listPools)).toBe(true);
  expect(answers(stored, operations.listProxies)).toBe(false);
});
