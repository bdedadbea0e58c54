import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { readSchedule, writeSchedule } from "@/lib/server/store/proxy-schedule";

export const GET = defineRoute(ownOperations.readProxySchedule, {
  handler: async () => ({ status: 200, body: await readSchedule(database(), Date.now()) }),
});

export const PUT = defineRoute(ownOperations.setProxySchedule, {
  handler: async ({ operator, input: { body } }) => {
    await writeSchedule(database(), body, operator.username, Date.now());
    return { status: 200, body: await readSchedule(database(), Date.now()) };
  },
});
