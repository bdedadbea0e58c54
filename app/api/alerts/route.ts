import { ownOperations } from "@/lib/bff/operations/operations";
import { readAlerts } from "@/lib/server/alerts/read-alerts";
import { defineRoute } from "@/lib/server/http/define-route";
import { upstreamHealth } from "@/lib/server/upstream/health";

export const GET = defineRoute(ownOperations.listAlerts, {
  answer: async ({ input: { query }, db, nowMs }) => {
    const filter = { state: query?.state ?? "open", limit: query?.limit, cursor: query?.cursor } as const;
    const now = { nowMs, health: upstreamHealth() };
    return await readAlerts(db, filter, now);
  },
});
