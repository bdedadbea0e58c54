import { expect } from "vitest";
import { bffHeaders } from "@/lib/bff/headers";

/** Calls that are one act on many for the audit. */
export function expectOneBatch(calls: readonly { headers: Headers }[]): void {
  const ids = calls.map(({ headers }) => headers.get(bffHeaders.batch));
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(1);
}
