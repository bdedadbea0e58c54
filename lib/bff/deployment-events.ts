// The events of a deployment as the dashboard forwards them.
import * as z from "zod/mini";

const at = z.string();

/** In the order in which they happened; the stream ends behind a state that ends the deployment. */
export const deploymentProgress = z.union([
  /** A line of its log; `at` is the API's time. */
  z.object({ line: z.string(), at }),
  /** `reason`: empty where the API gives none. */
  z.object({ status: z.string(), reason: z.string(), at }),
  /** A version that it created. */
  z.object({ app: z.string(), version: z.string(), actions: z.array(z.string()) }),
  /** The API's stream failed. The deployment itself may go on. */
  z.object({ error: z.string() }),
]);
export type DeploymentProgress = z.infer<typeof deploymentProgress>;

/** Whether a state ends the deployment. */
export const isOver = (status: string): boolean => !["queued", "in_progress"].includes(status);
