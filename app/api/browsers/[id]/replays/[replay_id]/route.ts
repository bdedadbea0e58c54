import { operations } from "@/lib/contract/operations/operations";
import { mediaRoute } from "@/lib/server/http/media-route";
import { safeFileName } from "@/lib/server/kernel/safe-file-name";

export const { GET, HEAD } = mediaRoute(operations.downloadReplay, {
  fileName: ({ params }) => safeFileName(`replay-${params.id}-${params.replay_id}.mp4`, "replay.mp4"),
});
