import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { readSchedule, summarizeSchedule, writeSchedule } from "@/lib/server/proxies/proxy-schedule";

export const GET = defineRoute(ownOperations.readProxySchedule, {
  answer: ({ db, nowMs }) => readSchedule(db, nowMs),
});

export const PUT = defineRoute(ownOperations.setProxySchedule, {
  audit: { target: async ({ body }, db) => summarizeSchedule(await readSchedule(db, Date.now()), body) },
  answer: async ({ operator, input: { body }, db, nowMs }) => {
    await writeSchedule(db, body, operator.username, nowMs);
    return await readSchedule(db, nowMs);
  },
});
