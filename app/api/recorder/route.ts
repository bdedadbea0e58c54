import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { env } from "@/lib/server/kernel/env";
import { readRecorder } from "@/lib/server/recorder/read-recorder";
import { replicaName } from "@/lib/server/recorder/start-recorder";

export const GET = defineRoute(ownOperations.retrieveRecorder, {
  handler: async () => ({
    status: 200,
    body: await readRecorder(database(), {
      retention: env().retention,
      holder: replicaName(),
      nowMs: Date.now(),
    }),
  }),
});
