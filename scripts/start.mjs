// `npm start`: from a fresh clone to a running dashboard over the local service, and back to nothing on Ctrl-C.
import "./node-version.mjs";
import { fileURLToPath } from "node:url";
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

function passwordLine(settings, { password, earlier }, ready) {
  if (settings.adminPassword !== undefined) return "the one in ADMIN_PASSWORD when the user was made";
  if (password !== undefined && (earlier || ready.passwordCreated !== false))
    return `${password}   (shown this once)`;
  return "made and shown on the first start";
}

function readyText(settings, { ready, service, password }) {
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
      service ? `${service.url}   (data in ${settings.service?.dataDir})` : String(process.env.API_BASE_URL),
    ],
  ];
  const lines = rows.map(([label = "", value]) => `  ${label.padEnd(11)}${value}`);
  return `\nFleetdeck is running.\n\n${lines.join("\n")}\n\nCtrl-C stops everything.\n`;
}

async function main() {
  const { asked, forced } = watchInterrupts();
  const given = readSettings(process.env, root);
  const wanted = { chromium: given.service !== undefined, build: true };
  const programs = given.service ? 2 : 1;
  const progress = createProgress({ total: 1 + preflightSteps(wanted) + programs });

  const settings = await progress.step(
    "ports and data folder",
    () => checkGround(given),
    () => "free and writable",
  );
  const { nodePath, env } = await preflight(root, { ...wanted, progress, asked });
  const supervisor = createSupervisor({
    asked,
    forced,
    sweepLeftovers: (gently) =>
      settings.service ? sweep(settings.service.dataDir, { gently }) : Promise.resolve(),
  });

  try {
    const begin = (name, args, programEnv, readyPath) =>
      progress.step(
        name,
        () => supervisor.start({ name, command: nodePath, args, cwd: root, env: programEnv, readyPath }),
        (message) => `ready at ${message.url}`,
        { shared: true },
      );
    const { service } = settings;
    let upstream;
    let serviceReady;
    if (service) {
      const { token, file } = serviceToken(settings.dataDir, service.tokens);
      serviceReady = await begin("service", ["service/main.ts"], serviceEnv(env, service, token), "/readyz");
      upstream = { url: service.port === 0 ? serviceReady.url : localUrl(service), tokenFile: file };
    }
    const password = firstPassword(settings.dataDir, settings.adminPassword);
    const made = { adminPassword: password.password, upstream };
    const ready = await begin(
      "dashboard",
      ["server/main.ts"],
      dashboardEnv(env, settings, made),
      "/api/readyz",
    );
    console.log(readyText(settings, { ready, service: serviceReady, password }));
    if (password.password !== undefined) passwordShown(settings.dataDir);

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
