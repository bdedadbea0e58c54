import { operations } from "@/lib/contract/operations/operations";
import { deploymentRoute } from "@/lib/server/http/upload-route";

export const POST = deploymentRoute(operations.createDeployment);
