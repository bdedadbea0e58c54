import { ownOperations } from "@/lib/bff/operations";
import { env } from "@/lib/server/env";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { readRecorder } from "@/lib/server/watch/read-recorder";
import { ownName } from "@/lib/server/watch/watch-room";

export const GET = defineRoute(ownOperations.retrieveRecorder, {
  handler: async () => ({
    status: 200,
    body: await readRecorder(database(), {
      retention: env().retention,
      holder: ownName(),
      nowMs: Date.now(),
    }),
  }),
});
