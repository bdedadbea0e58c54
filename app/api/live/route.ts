import { ownOperations } from "@/lib/bff/operations";
import { openLive } from "@/lib/server/live/live-room";
import { streamRoute } from "@/lib/server/routes/stream-route";

export const { GET, HEAD } = streamRoute(ownOperations.watchLive, {
  ownQuery: true,
  handler: async (context) => openLive(context),
});
