// Every operation of the API that any part of Fleetdeck uses, once.
// Shown ones follow api.md §4; neighbours follow wire.md §5 and may be missing upstream.
import type { Operation } from "./operation.ts";
import { appOperations } from "./operations/apps.ts";
import { browserOperations } from "./operations/browsers.ts";
import { computerOperations } from "./operations/computer.ts";
import { deploymentOperations } from "./operations/deployments.ts";
import { extensionOperations } from "./operations/extensions.ts";
import { fileOperations } from "./operations/files.ts";
import { invocationOperations } from "./operations/invocations.ts";
import { logOperations } from "./operations/logs.ts";
import { playwrightOperations } from "./operations/playwright.ts";
import { poolOperations } from "./operations/pools.ts";
import { processOperations } from "./operations/processes.ts";
import { profileOperations } from "./operations/profiles.ts";
import { proxyOperations } from "./operations/proxies.ts";
import { replayOperations } from "./operations/replays.ts";

export const operations = {
  ...invocationOperations,
  ...browserOperations,
  ...computerOperations,
  ...playwrightOperations,
  ...extensionOperations,
  ...logOperations,
  ...replayOperations,
  ...processOperations,
  ...fileOperations,
  ...proxyOperations,
  ...poolOperations,
  ...profileOperations,
  ...appOperations,
  ...deploymentOperations,
} satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;

/** The operations as plain values, for code that treats them all alike (routing, OpenAPI). */
export const allOperations: readonly Operation[] = Object.values<Operation>(operations);
