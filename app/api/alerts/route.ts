import { ownOperations } from "@/lib/bff/operations/operations";
import { readAlerts } from "@/lib/server/alerts/read-alerts";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { upstreamHealth } from "@/lib/server/upstream/health";

export const GET = defineRoute(ownOperations.listAlerts, {
  handler: async ({ input: { query } }) => {
    const filter = { state: query?.state ?? "open", limit: query?.limit } as const;
    const now = { nowMs: Date.now(), health: upstreamHealth() };
    return { status: 200, body: await readAlerts(database(), filter, now) };
  },
});
