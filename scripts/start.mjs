// `npm start`: from a fresh clone to a running dashboard over the local service, and back to nothing on Ctrl-C.
import "./node-version.mjs";
import { fileURLToPath } from "node:url";
import { checkVariables } from "./check-variables.mjs";
import { assertPortFree, claimFolder } from "./ground-checks.mjs";
import { watchInterrupts } from "./interrupts.mjs";
import { firstPassword, passwordShown, serviceToken } from "./kept-secrets.mjs";
import { Interrupted, PlainStop } from "./plain-stop.mjs";
import { preflight, preflightSteps } from "./preflight.mjs";
import { createProgress } from "./progress.mjs";
import { dashboardEnv, localUrl, readSettings, serviceEnv } from "./start-settings.mjs";
import { createSupervisor } from "./supervise.mjs";
import { sweep } from "./sweep.mjs";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

/** Fails before anything is built or started when the ground is not there. */
async function checkGround(settings) {
  const { dashboard, service } = settings;
  await assertPortFree({ ...dashboard, variable: "PORT", hostVariable: "HOST" });
  if (service) await assertPortFree({ ...service, variable: "SERVICE_PORT", hostVariable: "SERVICE_HOST" });
  const dataDir = claimFolder(settings.dataDir, "DATA_DIR");
  if (!service) return { ...settings, dataDir };
  return {
    ...settings,
    dataDir,
    service: { ...service, dataDir: claimFolder(service.dataDir, "SERVICE_DATA_DIR") },
  };
}

/** The password only when it was made for this start, by us or by the dashboard itself. */
function passwordLine(settings, madePassword, ready) {
  if (settings.adminPassword !== undefined) return "the one in ADMIN_PASSWORD";
  const made = madePassword ?? ready.passwordCreated;
  return typeof made === "string"
    ? `${made}   (shown this once)`
    : "made and shown on the first start; ADMIN_PASSWORD sets another";
}

function readyText(settings, { ready, upstream, password }) {
  const rows = [
    ["Address", settings.publicUrl ?? ready.url],
    [
      "User name",
      typeof ready.username === "string" ? ready.username : (process.env.ADMIN_USERNAME ?? "admin"),
    ],
    ["Password", passwordLine(settings, password, ready)],
    ["Data", settings.dataDir],
    [
      "Service",
      upstream
        ? `${upstream.url}   (data in ${settings.service?.dataDir})`
        : String(process.env.API_BASE_URL),
    ],
  ];
  const lines = rows.map(([label = "", value]) => `  ${label.padEnd(11)}${value}`);
  return `\nFleetdeck is running.\n\n${lines.join("\n")}\n\nCtrl-C stops everything.\n`;
}

/** Where a program is reached from here: it alone knows the port when it was free to choose. */
const reached = (address, message) => (address.port === 0 ? message.url : localUrl(address));

/** Has each program's own reader look at what that program will get. */
async function checkEnvironment(settings, { nodePath, env, asked }) {
  const { service, dataDir } = settings;
  let upstream;
  if (service) {
    const { token, file } = serviceToken(dataDir, service.tokens);
    await checkVariables("service", { nodePath, env: serviceEnv(env, service, token), asked });
    upstream = { url: localUrl({ ...service, port: service.port || 1 }), tokenFile: file };
  }
  await checkVariables("dashboard", { nodePath, env: dashboardEnv(env, settings, { upstream }), asked });
}

/** Starts the service, if it is ours to start, then the dashboard; gives the text that says where everything is. */
async function startPrograms(supervisor, settings, { nodePath, env, progress }) {
  const { service, dashboard, publicUrl } = settings;
  const begin = (name, entry, programEnv, probe) =>
    progress.step(
      name,
      () => supervisor.start({ name, command: nodePath, args: [entry], cwd: root, env: programEnv, probe }),
      (message) => `ready at ${message.url}`,
      { shared: true },
    );

  let upstream;
  if (service) {
    const { token, file } = serviceToken(settings.dataDir, service.tokens);
    const probe = (message) => ({ url: `${reached(service, message)}/readyz` });
    const message = await begin("service", "service/main.ts", serviceEnv(env, service, token), probe);
    upstream = { url: reached(service, message), tokenFile: file };
  }

  const password = firstPassword(settings.dataDir, settings);
  const made = { adminPassword: password, upstream };
  const host = publicUrl && URL.canParse(publicUrl) ? new URL(publicUrl).host : undefined;
  const probe = (message) => ({ url: `${reached(dashboard, message)}/api/readyz`, host });
  const ready = await begin("dashboard", "server/main.ts", dashboardEnv(env, settings, made), probe);
  return readyText(settings, { ready, upstream, password });
}

async function main() {
  const { asked, forced } = watchInterrupts();
  const given = readSettings(process.env, root);
  const wanted = { chromium: given.service !== undefined, build: true };
  const settings = await checkGround(given);
  const progress = createProgress({ total: preflightSteps(wanted) + (given.service ? 2 : 1) });
  const check = (node) => checkEnvironment(settings, { ...node, asked });
  const { nodePath, env } = await preflight(root, { ...wanted, progress, asked, check });
  const sweepLeftovers = async (gently) => {
    if (settings.service) await sweep(settings.service.dataDir, { gently });
  };
  const supervisor = createSupervisor({ asked, forced, sweepLeftovers });
  try {
    console.log(await startPrograms(supervisor, settings, { nodePath, env, progress }));
    passwordShown(settings.dataDir);
    const ending = await supervisor.ended;
    if (ending.how === "died") throw new PlainStop(ending.line);
    console.log("\nStopping … (Ctrl-C again to stop at once)");
  } finally {
    await supervisor.stop();
  }
  console.log("Stopped.");
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error instanceof PlainStop ? error.message : error);
    process.exit(error instanceof Interrupted ? 130 : 1);
  },
);
