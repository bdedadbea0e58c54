// Many questions to every operation, others in every run: the seed is in the name of each test that fails.
import { describe } from "vitest";
import { describeHttpFuzz } from "../support/http-fuzz.ts";

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

describe(`FUZZ_SEED=${seed}`, () => describeHttpFuzz({ seed, each: 400, casesPerSlowOperation: 60 }));
