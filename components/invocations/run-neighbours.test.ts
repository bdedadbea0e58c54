import { expect, it } from "vitest";
import type { Invocation } from "@/lib/contract/invocations";
import { neighboursOf } from "./run-neighbours.ts";

const run = (id: string, status = "failed"): Invocation => ({ id, status });
const runs = [run("d"), run("c", "succeeded"), run("b"), run("a", "succeeded")];

it("finds the runs beside one, and none at the ends", () => {
  expect(neighboursOf(runs, "b")).toMatchObject({ previous: { id: "a" }, next: { id: "c" }, isAmong: true });
  expect(neighboursOf(runs, "d").next).toBeUndefined();
  expect(neighboursOf(runs, "a").previous).toBeUndefined();
});

it("looks for the last success before the run, not after it", () => {
  expect(neighboursOf(runs, "b").lastSuccess?.id).toBe("a");
  expect(neighboursOf(runs, "a").lastSuccess).toBeUndefined();
});

it("knows of no neighbours of a run that was not read, but of the newest success", () => {
  expect(neighboursOf(runs, "z")).toEqual({
    previous: undefined,
    next: undefined,
    lastSuccess: runs[1],
    isAmong: false,
  });
});
