import { test } from "vitest";
import { checkHistories } from "../support/fleet-histories.ts";

test("what a client sees of pools, sessions and invocations is what the model has", () =>
  checkHistories({ seed: 20_260_211, numRuns: 80 }));
