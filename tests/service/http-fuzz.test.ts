// A few questions of every kind to every operation, the same in every run; `tests/nightly` sends more, and others.
import { describeHttpFuzz } from "../support/http-fuzz.ts";

describeHttpFuzz({ seed: 20_260_211, each: 12, casesPerSlowOperation: 3 });
