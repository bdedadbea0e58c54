import { ownOperations } from "@/lib/bff/operations/operations";
import { sessionArchive } from "@/lib/server/browsers/session-archive";
import { downloadRoute } from "@/lib/server/http/download-route";
import { safeFileName } from "@/lib/server/kernel/safe-file-name";
import { flushAnswers } from "@/lib/server/upstream/answer-events";

export const { GET, HEAD } = downloadRoute(ownOperations.exportEvidence, {
  fileName: ({ params }) => `${safeFileName(params.id, "session")}-evidence.zip`,
  answer: async ({ input: { params }, db, nowMs }) => {
    await flushAnswers();
    return await sessionArchive(db, params.id, nowMs);
  },
});
