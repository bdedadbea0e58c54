import { ownOperations } from "@/lib/bff/operations/operations";
import { exportActs } from "@/lib/server/audit/export-acts";
import { downloadRoute } from "@/lib/server/http/download-route";
import { env } from "@/lib/server/kernel/env";
import { safeFileName } from "@/lib/server/kernel/safe-file-name";

export const { GET, HEAD } = downloadRoute(ownOperations.exportActs, {
  fileName: ({ query: { format } }) => {
    const at = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
    return `audit-${safeFileName(env().environment.name, "local")}-${at}.${format}`;
  },
  answer: async ({ input: { query }, db, nowMs }) => exportActs(db, query, nowMs),
});
