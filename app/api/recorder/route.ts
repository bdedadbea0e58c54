import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { env } from "@/lib/server/kernel/env";
import { readRecorder } from "@/lib/server/recorder/read-recorder";
import { replicaName } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.retrieveRecorder, {
  answer: ({ db, nowMs }) =>
    readRecorder(db, {
      retention: env().retention,
      auditDays: env().auditDays,
      holder: replicaName(),
      nowMs,
    }),
});
