// 200,000 requests to the dashboard over all operations and roles, others in every run: the seed is in the name of each
// test that fails. FUZZ_REQUESTS sets another number.
import { describe } from "vitest";
import { describeDashboardFuzz } from "../support/dashboard/dashboard-fuzz.ts";

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const requests = Number(process.env.FUZZ_REQUESTS ?? 200_000);

describe(`FUZZ_SEED=${seed} (T06, T12, T35, T36, T37)`, () => describeDashboardFuzz({ seed, requests }));
