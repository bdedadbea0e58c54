import * as z from "zod/mini";
import { appAction, appEnvVars } from "./apps.ts";
import { errorEvent, heartbeatEvent } from "./events.ts";
import { logEvent } from "./logs.ts";
import { pageQuery } from "./paging.ts";
import { binary, openEnum, optional, resource, timestamp } from "./schema.ts";
import { since } from "./since.ts";

/** States of a deployment; `running`, `failed` and `stopped` end its event stream. */
export const deploymentStatuses = ["queued", "in_progress", "running", "failed", "stopped"] as const;
export type DeploymentStatus = (typeof deploymentStatuses)[number];

/** A deployment of application code; fields as in the types of @onkernel/sdk. */
export const deployment = resource({
  id: z.string().check(z.minLength(1)),
  created_at: optional(timestamp),
  region: optional(z.string()),
  status: openEnum(deploymentStatuses),
  status_reason: optional(z.string()),
  entrypoint_rel_path: optional(z.string()),
  env_vars: optional(appEnvVars),
  updated_at: optional(timestamp),
});
export type Deployment = z.infer<typeof deployment>;

/** Query of GET /deployments. */
export const deploymentFilters = z.object({
  app_name: z.optional(z.string().check(z.minLength(1))),
  app_version: z.optional(z.string().check(z.minLength(1))),
  query: z
    .optional(z.string().check(z.maxLength(255)))
    .register(z.globalRegistry, { description: "searches id and application names" }),
  ...pageQuery,
});
export type DeploymentFilters = z.infer<typeof deploymentFilters>;

/** Bounds of a deployment's environment variables, our own. Lengths in characters, sizes in bytes; a name is a shell identifier. */
export const envVarBounds = { count: 100, nameLength: 128, valueBytes: 32_768, totalBytes: 262_144 } as const;
/** Version label of an application. */
export const versionLabel = z
  .string()
  .check(z.regex(/^[^\p{Cc}]{1,255}$/u, "1 to 255 characters, none of them a control character"));

/** Multipart body of POST /deployments. Either `file` or `source` (JSON text of `deploymentSource`) is required. */
export const deploymentCreate = z.object({
  file: z.optional(binary).register(z.globalRegistry, {
    description: "zip of the application's folder, or a single module (.ts, .js, …)",
  }),
  entrypoint_rel_path: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  version: z.optional(versionLabel),
  region: z.optional(z.string()),
  force: z.optional(z.enum(["true", "false"])),
  env_vars: z.optional(z.record(z.string(), z.string())),
  source: z.optional(z.string()),
});

/** A repository to fetch the code from. */
export const deploymentSource = z.object({
  type: z.literal("github"),
  url: z.url({ protocol: /^https?$/ }),
  ref: z.string().check(z.minLength(1)),
  entrypoint: z.string().check(z.minLength(1)),
  path: z.optional(z.string()),
  auth: z.optional(z.object({ method: z.literal("github_token"), token: z.string().check(z.minLength(1)) })),
});

/** Stream item: the deployment after a change of state. */
export const deploymentStateEvent = resource({
  event: openEnum(["deployment_state"]),
  timestamp: optional(timestamp),
  deployment,
});

/** Stream item: an application version that the deployment created. */
export const appVersionSummaryEvent = resource({
  event: openEnum(["app_version_summary"]),
  timestamp: optional(timestamp),
  id: z.string().check(z.minLength(1)),
  app_name: optional(z.string()),
  version: optional(z.string()),
  region: optional(z.string()),
  actions: optional(z.array(appAction)),
  env_vars: optional(appEnvVars),
});

/** One item of a deployment's event stream, which ends when the deployment runs or has failed. */
export const deploymentEvent = z.union([
  logEvent,
  deploymentStateEvent,
  appVersionSummaryEvent,
  errorEvent,
  heartbeatEvent,
]);
export type DeploymentEvent = z.infer<typeof deploymentEvent>;

/** Query of the event stream. `since` omits older log lines, never states. */
export const deploymentEventsQuery = z.object({ since: z.optional(since) });
