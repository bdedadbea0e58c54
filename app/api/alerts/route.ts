import { ownOperations } from "@/lib/bff/operations";
import { readAlerts } from "@/lib/server/alerts/read-alerts";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { upstreamHealth } from "@/lib/server/upstream/health";

export const GET = defineRoute(ownOperations.listAlerts, {
  handler: async ({ input: { query } }) => {
    const asked = { state: query?.state ?? "open", limit: query?.limit } as const;
    const now = { nowMs: Date.now(), health: upstreamHealth() };
    return { status: 200, body: await readAlerts(database(), asked, now) };
  },
});
