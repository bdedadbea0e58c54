// Every operation of the API that Fleetdeck uses. Those marked `shown` follow the specification; the others follow
// the published clients (@onkernel/sdk), and an upstream may lack them.
import type { Operation } from "../operation.ts";
import { appOperations } from "./apps.ts";
import { browserOperations } from "./browsers.ts";
import { computerOperations } from "./computer.ts";
import { deploymentOperations } from "./deployments.ts";
import { extensionOperations } from "./extensions.ts";
import { fileOperations } from "./files.ts";
import { invocationBrowserOperations } from "./invocation-browsers.ts";
import { invocationOperations } from "./invocations.ts";
import { logOperations } from "./logs.ts";
import { playwrightOperations } from "./playwright.ts";
import { poolOperations } from "./pools.ts";
import { processOperations } from "./processes.ts";
import { profileOperations } from "./profiles.ts";
import { proxyOperations } from "./proxies.ts";
import { replayOperations } from "./replays.ts";
import { telemetryOperations } from "./telemetry.ts";

/** All operations by id. */
export const operations = {
  ...invocationOperations,
  ...invocationBrowserOperations,
  ...browserOperations,
  ...computerOperations,
  ...playwrightOperations,
  ...extensionOperations,
  ...logOperations,
  ...replayOperations,
  ...telemetryOperations,
  ...processOperations,
  ...fileOperations,
  ...proxyOperations,
  ...poolOperations,
  ...profileOperations,
  ...appOperations,
  ...deploymentOperations,
} satisfies Record<string, Operation>;

/** Id of an operation, such as `listInvocations`. */
export type OperationId = keyof typeof operations;

/** The operations without their literal types, for code that iterates over them (routing, OpenAPI). */
export const allOperations: readonly Operation[] = Object.values<Operation>(operations);
