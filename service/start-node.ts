// Starts a node: a service that runs browsers for the one that works on the same database.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { pause, within } from "./kernel/clock.ts";
import { makeFolder } from "./kernel/data-folder.ts";
import { messageOf } from "./kernel/error-message.ts";
import { newId } from "./kernel/ids.ts";
import { whenChanged } from "./kernel/without-repeats.ts";
import { Node } from "./nodes/node.ts";
import { nodeKey } from "./nodes/node-protocol.ts";
import { NodeTable } from "./nodes/node-table.ts";
import { type Service, startService } from "./service.ts";
import type { ServiceOptions } from "./service-options.ts";
import { addressOf } from "./shared-state/join-shared-state.ts";

const closeTableWithinMs = 1_000;
/** More than start while files of a session are kept. */
const runsKept = 100;

export interface NodeProgramOptions
  extends Omit<ServiceOptions, "tokens" | "sharedState" | "databaseUrl" | "node" | "signal"> {
  databaseUrl: string;
  paces: NonNullable<ServiceOptions["paces"]>;
  warn: (message: string) => void;
  /** How long `close` waits for sessions in use, in seconds. */
  drainSeconds: number;
}

/** Resolves when the node is registered; undefined when `signal` aborts before. */
export async function startNode(
  options: NodeProgramOptions,
  signal: AbortSignal,
): Promise<Service | undefined> {
  const { databaseUrl, dataDir, host, port, maxBrowsers, clock, warn, drainSeconds } = options;
  const paces = options.paces.sharedState;
  const table = new NodeTable(databaseUrl);
  const secret = await storedSecret(table, { retryMs: paces.retryMs, warn, signal });
  if (secret === undefined) {
    await table.close();
    return undefined;
  }
  makeFolder(dataDir);
  writeFileSync(join(dataDir, "secret"), secret, { mode: 0o600 });
  const id = newId();
  const entry = {
    id,
    earlier: earlierRuns(join(dataDir, "runs"), id),
    name: `${hostname()}:${process.pid}`,
    address: addressOf(host, port),
    browsers: maxBrowsers,
  };
  const node = new Node({ databaseUrl, table, entry, key: nodeKey(secret), dataDir, paces, clock, warn });
  const service = await startService({
    ...options,
    samples: false,
    traffic: false,
    tokens: [],
    databaseUrl: undefined,
    node,
    signal,
  });
  // It waits for queries, and the database may hang.
  const closeTable = async () => await within(closeTableWithinMs, table.close());
  if (signal.aborted) {
    await service.close();
    await closeTable();
    return undefined;
  }
  await node.resumeSaves();
  return {
    ...service,
    async close() {
      if (drainSeconds > 0) {
        await node.drain();
        await service.parts.nodeInvocations?.pause();
        await drained(service, drainSeconds);
      }
      await service.close();
      await closeTable();
    },
  };
}

/** The ids of earlier runs with this data folder, the last one first, by a file to which this run is added. */
function earlierRuns(file: string, id: string): string[] {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const earlier = text.split("\n").filter((line) => line !== "");
  writeFileSync(file, `${[id, ...earlier].slice(0, runsKept).join("\n")}\n`, { mode: 0o600 });
  return earlier;
}

/** Waits for the end of all sessions and invocations, but not longer than `seconds`. */
async function drained({ parts: { sessions, nodeInvocations } }: Service, seconds: number): Promise<void> {
  const untilMs = performance.now() + seconds * 1000;
  const isBusy = () => sessions.liveCount > 0 || nodeInvocations?.isBusy === true;
  while (isBusy() && performance.now() < untilMs) await pause(200);
}

/** The secret of the services, as soon as one has stored it; undefined when `signal` aborts before. */
async function storedSecret(
  table: NodeTable,
  {
    retryMs,
    warn: warnAlways,
    signal,
  }: { retryMs: number; warn: (message: string) => void; signal: AbortSignal },
): Promise<Buffer | undefined> {
  const warn = whenChanged(warnAlways);
  while (!signal.aborted) {
    const secret = await table.secret().catch((error: unknown) => {
      warn(`waiting for a service on the database of this node: ${messageOf(error)}`);
      return undefined;
    });
    if (secret !== undefined) return secret;
    await pause(retryMs, signal);
  }
  return undefined;
}
