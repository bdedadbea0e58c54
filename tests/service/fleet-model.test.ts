import { test } from "vitest";
import { checkRandomCommands } from "../support/service/fleet-model-commands.ts";

test("pools, sessions and invocations match the model", () =>
  checkRandomCommands({ seed: 20_260_211, numRuns: 80 }));
