import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { readPoolSamples } from "@/lib/server/store/pool-samples";
import { watchPace } from "@/lib/server/watch/poller";
import { thinned, withSilences } from "@/lib/server/watch/pool-series";
import { poolsWatched } from "@/lib/server/watch/watch-room";

const maxPoints = 500;
const maxSilenceMs = 3 * watchPace.slowMs;

export const GET = defineRoute(ownOperations.readPoolHistory, {
  handler: async ({ input }) => {
    poolsWatched();
    const sinceMs = input.query?.since_ms ?? 0;
    const { beganAtMs, pools } = await readPoolSamples(database(), sinceMs);
    const series = [...pools].map(([poolId, samples]) => ({
      pool_id: poolId,
      samples: thinned(withSilences(samples, maxSilenceMs), maxPoints),
    }));
    return { status: 200, body: { began_at_ms: beganAtMs, pools: series } };
  },
});
