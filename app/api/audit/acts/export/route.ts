import { ownOperations } from "@/lib/bff/operations/operations";
import { fileTime } from "@/lib/format/file-time";
import { exportActs } from "@/lib/server/audit/export-acts";
import { downloadRoute } from "@/lib/server/http/download-route";
import { env } from "@/lib/server/kernel/env";
import { safeFileName } from "@/lib/server/kernel/safe-file-name";

export const { GET, HEAD } = downloadRoute(ownOperations.exportActs, {
  fileName: ({ query: { format, zone = "UTC" } }) => {
    const environment = safeFileName(env().environment.name, "local");
    return `audit-${environment}-${fileTime(Date.now())}-${safeFileName(zone.replaceAll("/", "-"), "UTC")}.${format}`;
  },
  answer: async ({ input: { query }, db, nowMs }) => exportActs(db, query, nowMs),
});
