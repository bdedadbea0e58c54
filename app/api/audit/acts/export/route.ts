import { ownOperations } from "@/lib/bff/operations/operations";
import { actsFileName, exportActs } from "@/lib/server/audit/export-acts";
import { downloadRoute } from "@/lib/server/http/download-route";
import { env } from "@/lib/server/kernel/env";

export const { GET, HEAD } = downloadRoute(ownOperations.exportActs, {
  fileName: ({ query }) => actsFileName(query, env().environment.name, Date.now()),
  answer: async ({ input: { query }, db, nowMs }) => exportActs(db, query, nowMs),
});
