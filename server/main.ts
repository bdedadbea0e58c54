// Entry of the dashboard. Binds first, so that a taken port is detected at once, then opens the store, ensures the
// admin, prepares the framework, and only then accepts requests. A failed start prints one clear line per fault and
// exits with 1.
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import next from "next";
import { setAuditKey } from "../lib/server/audit/audit-key.ts";
import { isNewestRowOwn } from "../lib/server/audit/verify-audit.ts";
import { ensureAdmin } from "../lib/server/auth/first-admin.ts";
import { exchangeChanges } from "../lib/server/db/change-notices.ts";
import { openStore, setDatabase } from "../lib/server/db/database.ts";
import { isStoreUnavailable } from "../lib/server/db/store-unavailable.ts";
import { defaultHeaders } from "../lib/server/http/response-headers.ts";
import { trustedProxies } from "../lib/server/kernel/client-address.ts";
import { BadEnvironment, readConfiguration, settle } from "../lib/server/kernel/env.ts";
import { hostsOf } from "../lib/server/kernel/hosts-of.ts";
import { markReady } from "../lib/server/kernel/shutdown.ts";
import { installUncaughtErrorHandlers } from "../lib/server/kernel/uncaught-errors.ts";
import { basePathOf, buildFolder } from "../scripts/base-path.mjs";
import { refuseArguments } from "../scripts/refuse-arguments.mjs";
import { readCompressedFiles } from "./compressed-files.ts";
import { readRoutePaths, withDirectReads } from "./direct-reads.ts";
import { endOnSignal } from "./end-on-signal.ts";
import { checkRequest, listen, type ServerContext } from "./http-server.ts";
import { listenForMetrics } from "./metrics-server.ts";
import { targetBelow } from "./request-guard.ts";
import { storedSecret } from "./session-secret.ts";
import { serveUpgrades } from "./upgrades.ts";

function boundPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

async function start(args: readonly string[]): Promise<void> {
  refuseArguments(args, {
    who: "it",
    instead: "Settings are environment variables, as README.md lists them.",
    known: ["--dev"],
  });
  const dev = args.includes("--dev");
  const configuration = readConfiguration();
  const context: ServerContext = {
    files: new Map(),
    hosts: new Set(),
    publicUrl: "",
    basePath: basePathOf(configuration.publicUrl),
    isTrusted: trustedProxies(configuration.trustedProxies),
    headers: defaultHeaders(configuration.publicUrl?.startsWith("https:") === true),
    inFlight: 0,
  };
  const server = await listen(configuration.host, configuration.port, context);
  const metricsServer = configuration.metrics && (await listenForMetrics(configuration.metrics));
  // Scraped to the end of the process, which it does not delay.
  metricsServer?.unref();
  endOnSignal(server, context);
  if (configuration.tracing !== undefined) {
    const { startTracing } = await import("../lib/server/tracing/open-telemetry.ts");
    startTracing(configuration.tracing);
  }
  const sessionSecret = configuration.sessionSecret ?? storedSecret(configuration.dataDir);
  const settings = settle(configuration, { port: boundPort(server), sessionSecret, development: dev });
  setAuditKey(settings.auditKey ?? sessionSecret);
  const store = await openStore(settings, () => process.send?.({ type: "updating" }));
  process.send?.({ type: "updated" });
  if (!(await isNewestRowOwn(store)))
    console.error(
      "dashboard: the newest row of the audit was signed with another key. Give AUDIT_KEY or NEXTAUTH_SECRET its previous value, the same on all replicas; `npm run audit -- verify` shows more.",
    );
  setDatabase(store);
  if (settings.databaseUrl !== undefined) exchangeChanges(store, settings.databaseUrl);
  const wanted = { username: settings.adminUsername, password: settings.adminPassword };
  // Without passwords, admins come from the groups of the OpenID provider.
  const admin: Awaited<ReturnType<typeof ensureAdmin>> = settings.signIn.password
    ? await ensureAdmin(store, wanted, Date.now())
    : { username: settings.adminUsername };
  // At once: the next start, should this one fail from here on, makes no other.
  if (admin.passwordCreated !== undefined) {
    console.log(`dashboard: user ${admin.username}, password ${admin.passwordCreated} (shown only once)`);
  }
  if (admin.isMissing)
    console.log(
      `dashboard: there is no account ${admin.username}; npm run accounts -- add ${admin.username} admin makes one`,
    );

  // In production the framework attaches its own listener to a server that never listens.
  serveUpgrades(server, {
    pathOf: (target) => targetBelow(context.basePath, target),
    refusalOf: (request) => checkRequest(request, context).refusal,
    others: dev ? "leave" : "end",
  });
  const app = next({
    dev,
    dir: fileURLToPath(new URL("..", import.meta.url)),
    hostname: configuration.host,
    port: settings.port,
    quiet: true,
    httpServer: dev ? server : createServer(),
  });
  await app.prepare();
  const framework = app.getRequestHandler();
  context.hosts = hostsOf(settings.origins);
  context.publicUrl = settings.publicUrl;
  if (dev) context.handler = framework;
  else {
    const build = new URL(`../${buildFolder(settings.basePath)}/`, import.meta.url);
    context.files = readCompressedFiles(build);
    context.handler = withDirectReads(framework, readRoutePaths(build), settings.basePath);
  }
  markReady();
  console.log(`dashboard: ready on ${settings.publicUrl}`);
  process.send?.({ type: "ready", url: settings.publicUrl, ...admin });
}

function explain(error: unknown): string[] {
  if (error instanceof BadEnvironment) return [...error.lines];
  if (isStoreUnavailable(error)) return [error.message];
  if (error instanceof Error && "variable" in error) return [error.message];
  if (error instanceof Error && "code" in error) {
    if (error.code === "EADDRINUSE") return ["PORT is taken by another program; stop it or set PORT"];
    if (error.code === "EACCES") return ["PORT may not be used by this user; set PORT to 1024 or more"];
    if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
      return ["HOST is not an address of this machine"];
  }
  const text = error instanceof Error ? error.message : String(error);
  if (/production build/.test(text))
    return ["there is no build for this PUBLIC_URL; run npm run build with the same PUBLIC_URL"];
  return [text.split("\n")[0] ?? "unknown fault"];
}

// Everything that it writes is for its own user: folders 0700, files 0600.
process.umask(0o077);
installUncaughtErrorHandlers();
start(process.argv.slice(2)).catch((error: unknown) => {
  for (const line of explain(error)) console.error(`dashboard: ${line}`);
  process.exit(1);
});
