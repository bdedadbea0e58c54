// Other histories in every run: the seed is in the name of the test that fails.
import { test } from "vitest";
import { checkRandomCommands } from "../support/service/fleet-model-commands.ts";

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

test(
  `what a client sees is what the model has, in thousands of histories (FUZZ_SEED=${seed})`,
  () => checkRandomCommands({ seed, numRuns: 2_000 }),
  600_000,
);
