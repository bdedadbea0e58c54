import { operations } from "@/lib/contract/operations";
import { safeFileName } from "@/lib/server/routes/download-route";
import { mediaRoute } from "@/lib/server/routes/media-route";

export const { GET, HEAD } = mediaRoute(operations.downloadReplay, {
  fileName: ({ params }) => safeFileName(`replay-${params.id}-${params.replay_id}.mp4`, "replay.mp4"),
});
