import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { readSchedule, writeSchedule } from "@/lib/server/proxies/proxy-schedule";

export const GET = defineRoute(ownOperations.readProxySchedule, {
  handler: async () => ({ status: 200, body: await readSchedule(database(), Date.now()) }),
});

export const PUT = defineRoute(ownOperations.setProxySchedule, {
  handler: async ({ operator, input: { body } }) => {
    await writeSchedule(database(), body, operator.username, Date.now());
    return { status: 200, body: await readSchedule(database(), Date.now()) };
  },
});
