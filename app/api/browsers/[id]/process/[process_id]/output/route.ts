import { ownOperations } from "@/lib/bff/operations/operations";
import { streamRoute } from "@/lib/server/http/stream-route";
import { openProcessOutput } from "@/lib/server/streams/process-output";

export const { GET, HEAD } = streamRoute(ownOperations.followProcessOutput, openProcessOutput);
