import { ownOperations } from "@/lib/bff/operations/operations";
import { streamRoute } from "@/lib/server/http/stream-route";
import { openLive } from "@/lib/server/streams/stream-registry";

export const { GET, HEAD } = streamRoute(ownOperations.watchLive, openLive);
