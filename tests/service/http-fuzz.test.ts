// A few questions of every kind to every operation, the same in every run; `tests/nightly` asks more, and others.
import { describeFuzz } from "../support/http-fuzz.ts";

describeFuzz({ seed: 20_260_211, each: 24, ofSlow: 6 });
