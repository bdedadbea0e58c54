// nginx and Caddy with the samples of deploy/, in front of a dashboard on loopback.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitFor } from "../wait-until.ts";
import { isListening } from "./is-listening.ts";

export const proxies = { nginx: "/usr/sbin/nginx", caddy: "/usr/bin/caddy" } as const;
export type ProxyName = keyof typeof proxies;

/** Whether Debian's package of it is installed. */
export const hasProxy = (name: ProxyName): boolean => existsSync(proxies[name]);

interface Place {
  folder: string;
  /** Where the proxy listens. */
  port: number;
  dashboardPort: number;
}

const sample = (file: string) => readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), "utf8");

function replaceAll(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the sample has no "${from}"`);
    return changed.replaceAll(from, to);
  }, text);
}

/** The sample within a configuration of its own, on other ports, with another name and certificate. */
function nginxArguments({ folder, port, dashboardPort }: Place): string[] {
  const site = replaceAll(sample("nginx.conf"), [
    ["127.0.0.1:3000", `127.0.0.1:${dashboardPort}`],
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    ["listen 80", `listen unix:${folder}/plain.sock`],
    ["fleetdeck.example.com", "localhost"],
    ["/etc/ssl/fleetdeck/fullchain.pem", join(folder, "cert.pem")],
    ["/etc/ssl/fleetdeck/privkey.pem", join(folder, "key.pem")],
  ]);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n");
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; ${process.getuid?.() === 0 ? "user root;" : ""} pid ${folder}/pid; error_log stderr;
events {}
http { access_log off; ${paths}\n${site} }`,
  );
  mkdirSync(join(folder, "logs"));
  return ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")];
}

function caddyArguments({ folder, port, dashboardPort }: Place): string[] {
  const site = replaceAll(sample("Caddyfile"), [
    ["127.0.0.1:3000", `127.0.0.1:${dashboardPort}`],
    [
      "\nfleetdeck.example.com {",
      `\n{\n\tadmin off\n\tauto_https disable_redirects\n}\nhttps://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
    ],
  ]);
  writeFileSync(join(folder, "Caddyfile"), site);
  return ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
}

/** Starts it; resolves once it accepts connections. `stop` ends it. */
export async function startTlsProxy(name: ProxyName, ports: { port: number; dashboardPort: number }) {
  const folder = mkdtempSync(join(tmpdir(), `fleetdeck-${name}-`));
  const certificate = [
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-days",
    "2",
  ];
  const files = [
    "-subj",
    "/CN=localhost",
    "-keyout",
    join(folder, "key.pem"),
    "-out",
    join(folder, "cert.pem"),
  ];
  execFileSync("openssl", ["req", ...certificate, ...files], { stdio: "ignore" });
  const place = { folder, ...ports };
  const args = name === "nginx" ? nginxArguments(place) : caddyArguments(place);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child: ChildProcess = spawn(proxies[name], args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let printed = "";
  child.stderr?.on("data", (part: Buffer) => {
    printed += part.toString();
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await waitFor(
    `${name} listens`,
    async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended:\n${printed}`);
      return isListening(ports.port);
    },
    (listens) => listens,
  );
  return {
    output: () => printed,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
