// An nginx of the test's own, in front of a dashboard or of several replicas: configured as README.md asks for, gone with the test.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findNginx } from "../../../scripts/ensure-nginx.mjs";
import { isListening } from "./is-listening.ts";

const program = findNginx(process.env);

/** Whether there is an nginx to test with: `npm test` installs Debian's where it may. */
export const hasNginx = program !== undefined;

const configurationOf = (folder: string, port: number, targetPorts: readonly number[]) => `
daemon off;
master_process off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  map $http_upgrade $connection_header {
    default upgrade;
    "" "";
  }
  upstream dashboard {
    ${targetPorts.map((targetPort) => `server 127.0.0.1:${targetPort};`).join(" ")}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://dashboard;
      proxy_http_version 1.1;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_header;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}
`;

async function waitUntilListening(server: ChildProcess, port: number, folder: string): Promise<void> {
  while (!(await isListening(port))) {
    if (server.exitCode !== null)
      throw new Error(`nginx ended with ${server.exitCode}: ${readFileSync(`${folder}/error.log`, "utf8")}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Starts an nginx on `port` of loopback that passes each request on to the next of these ports that takes connections. */
export async function startNginx(
  port: number,
  ...targetPorts: number[]
): Promise<{ stop: () => Promise<void> }> {
  if (program === undefined) throw new Error("There is no nginx here.");
  const folder = mkdtempSync(join(tmpdir(), "fleetdeck-nginx-"));
  writeFileSync(join(folder, "nginx.conf"), configurationOf(folder, port, targetPorts));
  const server = spawn(
    program,
    ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")],
    {
      stdio: "ignore",
    },
  );
  await waitUntilListening(server, port, folder);
  return {
    stop: async () => {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
