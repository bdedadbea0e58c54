import { expect, it } from "vitest";
import { countSubjects } from "./subject-counts.ts";

it("counts the firing subjects, and of these the ones without current data", () => {
  expect(
    countSubjects([
      { state: "firing", known: true },
      { state: "firing", known: false },
      { state: "pending", known: true },
      { state: "ok", known: false },
    ]),
  ).toEqual({ total: 4, firing: 2, firing_unknown: 1, pending: 1, unknown: 2 });
});
