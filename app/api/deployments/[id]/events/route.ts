import { ownOperations } from "@/lib/bff/operations/operations";
import { streamRoute } from "@/lib/server/http/stream-route";
import { openDeploymentProgress } from "@/lib/server/streams/deployment-progress";

export const { GET, HEAD } = streamRoute(ownOperations.followDeploymentProgress, openDeploymentProgress);
