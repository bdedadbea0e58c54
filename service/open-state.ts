// Opens the state of the service: its data folder, its database, and the secret by which it knows who may call.
import { join } from "node:path";
import { openDatabase } from "./database.ts";
import { Access } from "./kernel/access.ts";
import { lockDataFolder, makeFolder, tightenFolder } from "./kernel/data-folder.ts";
import { loadOrCreateSecret } from "./kernel/secret.ts";
import type { Store } from "./kernel/store.ts";
import { forgetCopies } from "./nodes/hosted-sessions.ts";
import { nodeKey } from "./nodes/node-protocol.ts";
import type { ServiceSettings } from "./service-options.ts";
import { SessionTokens } from "./sessions/session-tokens.ts";

export interface State {
  readonly store: Store;
  /** Whether nothing was stored before. */
  readonly isNew: boolean;
  readonly secret: Uint8Array;
  readonly tokens: SessionTokens;
  /** By which the service and its nodes know each other. */
  readonly key: string;
  readonly access: Access;
  close(): Promise<void>;
}

/** Throws when the data folder is in use. */
export async function openState(settings: ServiceSettings): Promise<State> {
  const { clock, dataDir, databaseUrl, node, sharedState } = settings;
  makeFolder(dataDir);
  tightenFolder(dataDir);
  const releaseFolder = lockDataFolder(dataDir);
  const store = openDatabase(join(dataDir, "service.db"));
  await sharedState?.attach(store);
  if (node) forgetCopies(store);
  const first = store
    .prepare("SELECT 1 FROM sessions UNION SELECT 1 FROM proxies UNION SELECT 1 FROM pools")
    .get();
  const secret = loadOrCreateSecret(join(dataDir, "secret"));
  const key = nodeKey(secret);
  const hasNodes = node !== undefined || databaseUrl !== undefined;
  return {
    store,
    isNew: first === undefined,
    secret,
    tokens: new SessionTokens(secret, clock),
    key,
    access: new Access(settings.tokens, hasNodes ? key : undefined, secret),
    async close() {
      await sharedState?.close();
      store.close();
      releaseFolder();
    },
  };
}
