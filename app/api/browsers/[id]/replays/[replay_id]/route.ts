import { operations } from "@/lib/contract/operations/operations";
import { safeFileName } from "@/lib/server/http/download-route";
import { mediaRoute } from "@/lib/server/http/media-route";

export const { GET, HEAD } = mediaRoute(operations.downloadReplay, {
  fileName: ({ params }) => safeFileName(`replay-${params.id}-${params.replay_id}.mp4`, "replay.mp4"),
});
