import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { deploymentProgress } from "../deployment-events.ts";

export const deploymentProgressOperations = defineOperations("Deployments", {
  followDeploymentProgress: {
    method: "GET",
    path: "/deployments/{id}/events",
    summary: "Follow the log, states and versions of a deployment until it has ended",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
    answers: { 200: { kind: "events", item: deploymentProgress } },
    errors: [404],
  },
});
