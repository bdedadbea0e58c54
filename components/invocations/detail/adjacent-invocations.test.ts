import { expect, it } from "vitest";
import type { Invocation } from "@/lib/contract/invocations";
import { adjacentInvocationsOf } from "./adjacent-invocations.ts";

const makeInvocation = (id: string, status = "failed"): Invocation => ({ id, status });
const invocations = [
  makeInvocation("d"),
  makeInvocation("c", "succeeded"),
  makeInvocation("b"),
  makeInvocation("a", "succeeded"),
];

it("returns the invocations before and after one, and none at the ends", () => {
  expect(adjacentInvocationsOf(invocations, "b")).toMatchObject({
    previous: { id: "a" },
    next: { id: "c" },
    isListed: true,
  });
  expect(adjacentInvocationsOf(invocations, "d").next).toBeUndefined();
  expect(adjacentInvocationsOf(invocations, "a").previous).toBeUndefined();
});

it("returns the last success before the invocation, not after it", () => {
  expect(adjacentInvocationsOf(invocations, "b").lastSuccess?.id).toBe("a");
  expect(adjacentInvocationsOf(invocations, "a").lastSuccess).toBeUndefined();
});

it("returns no neighbours of an invocation outside the list, but the newest success", () => {
  expect(adjacentInvocationsOf(invocations, "z")).toEqual({
    previous: undefined,
    next: undefined,
    lastSuccess: invocations[1],
    isListed: false,
  });
});
