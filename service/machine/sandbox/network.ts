// The network of an instance that is apart from this machine's: a network namespace with loopback of its own and, by
// slirp4netns(1), connections to the outside. This machine has no route from there but to published ports.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, isIPv4, Server, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { interfaceAddresses, isHostAddress } from "../../kernel/host-addresses.ts";
import { launcherEnv, toolAt } from "./sandbox.ts";
import { untilReady } from "./until-ready.ts";

export type NetworkMode = "host" | "isolated";

const script = readFileSync(new URL("network.sh", import.meta.url), "utf8");
const publisher = fileURLToPath(new URL("publish.ts", import.meta.url));
const published = z.object({ port: z.number() });
/** Cloud machines have their credentials at a link-local address. */
const linkLocal = "169.254.0.0/16";
/** Where slirp4netns has its name server, which is off: the address would be one of the network outside. */
const nameServer = "10.0.2.3";

/** Programs of Debian packages without which there is no isolated network. */
const packages = { slirp4netns: "slirp4netns", ip: "iproute2" } as const;

/** The Debian packages that are missing for isolated networks; `find` as `toolAt`. */
export function missingNetworkPackages(find: typeof toolAt): string[] {
  return Object.entries(packages).flatMap(([program, name]) => (find(program) === undefined ? [name] : []));
}

export class InstanceNetwork {
  /** Resolves when one of its processes has ended, by itself or by `close`. */
  readonly ended: Promise<unknown>;
  readonly #holder: ChildProcess;
  readonly #asRoot: boolean;
  readonly #outside: ChildProcess;
  readonly #servers = new Map<number, Server>();
  readonly #sockets = new Set<Socket>();
  #publishing: Promise<void> = Promise.resolve();

  private constructor(holder: ChildProcess, outside: ChildProcess, asRoot: boolean) {
    this.#holder = holder;
    this.#outside = outside;
    this.ended = Promise.race([holder, outside].map(exited));
    this.#asRoot = asRoot;
  }

  /** Rejects when the programs are missing or the kernel refuses. */
  static async create({ asRoot }: { asRoot: boolean }): Promise<InstanceNetwork> {
    const holder = spawn(
      toolAt("unshare") ?? "unshare",
      [
        ...["--net", ...(asRoot ? [] : ["--user", "--map-root-user"]), "--"],
        ...["setpriv", "--pdeathsig", "KILL", "--", "/bin/sh", "-c", script, "network"],
        ...[linkLocal, nameServer, ...interfaceAddresses()],
      ],
      { env: launcherEnv, cwd: "/", detached: true, stdio: ["pipe", "pipe", "pipe"] },
    );
    holder.stdin.on("error", () => undefined);
    let outside: ChildProcess | undefined;
    try {
      await untilReady(holder, holder.stdout, "the network");
      outside = spawn(
        toolAt("setpriv") ?? "setpriv",
        [
          ...["--pdeathsig", "KILL", "--", "slirp4netns", "--configure", "--mtu=65520"],
          // Its own name server would pass on every port of this machine's, which may be on loopback.
          ...["--disable-host-loopback", "--disable-dns", "--enable-sandbox"],
          ...["--ready-fd=3", "--exit-fd=4", String(holder.pid), "tap0"],
        ],
        { env: launcherEnv, cwd: "/", detached: true, stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"] },
      );
      outside.stdio[4]?.on("error", () => undefined);
      await untilReady(outside, outside.stdio[3], "the network");
      return new InstanceNetwork(holder, outside, asRoot);
    } catch (error) {
      holder.kill("SIGKILL");
      outside?.kill("SIGKILL");
      throw error;
    }
  }

  /**
   * The command that enters the network (without root its user namespace, too) and becomes the program after it. Throws
   * when its holder has ended, whose pid may be another process's by now.
   */
  get enter(): readonly string[] {
    if (hasExited(this.#holder)) throw new Error("the instance's network has ended");
    return [
      ...[toolAt("nsenter") ?? "nsenter", `--target=${this.#holder.pid}`, "--net"],
      ...(this.#asRoot ? [] : ["--user", "--preserve-credentials"]),
      ...["--", toolAt("setpriv") ?? "setpriv", "--pdeathsig", "KILL", "--"],
    ];
  }

  /** From now on exactly these ports of this machine's loopback are at the same ports of the instance's. */
  async publish(ports: readonly number[]): Promise<void> {
    const turn = this.#publishing.then(() => this.#publish(new Set(ports)));
    this.#publishing = turn.catch(() => undefined);
    await turn;
  }

  async #publish(ports: ReadonlySet<number>): Promise<void> {
    for (const [port, server] of this.#servers) {
      if (ports.has(port)) continue;
      server.close();
      this.#servers.delete(port);
    }
    const missing = [...ports].filter((port) => !this.#servers.has(port));
    if (missing.length === 0) return;
    const [command = "", ...args] = [...this.enter, process.execPath, publisher, ...missing.map(String)];
    const child = spawn(command, args, {
      env: launcherEnv,
      cwd: "/",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let errors = "";
    child.stderr?.on("data", (data: Buffer) => {
      errors = (errors + data.toString()).slice(-2000);
    });
    child.on("message", (message, handle) => {
      const { port } = published.parse(message);
      if (!(handle instanceof Server)) return;
      this.#servers.set(port, handle);
      handle.on("error", () => undefined);
      handle.on("connection", (socket) => this.#forward(socket, port));
    });
    await once(child, "close");
    if (missing.some((port) => !this.#servers.has(port))) {
      throw new Error(`a port could not be published in the instance's network: ${errors.trim()}`);
    }
  }

  #forward(socket: Socket, port: number): void {
    const target = connect({ host: "127.0.0.1", port });
    for (const [one, other] of [
      [socket, target],
      [target, socket],
    ] as const) {
      this.#sockets.add(one);
      one.on("error", () => other.destroy());
      one.once("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }

  /** Ends it with every connection; its programs must have ended. */
  async close(): Promise<void> {
    await this.#publishing;
    for (const server of this.#servers.values()) server.close();
    for (const socket of this.#sockets) socket.destroy();
    for (const child of [this.#outside, this.#holder]) {
      child.kill("SIGKILL");
      await exited(child);
    }
  }
}

const hasExited = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
const exited = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (hasExited(child)) resolve();
    else child.once("exit", () => resolve());
  });

/** The `nameserver` lines of this machine that work in an instance's network: those with addresses elsewhere. */
export function outsideNameServers(): string {
  const read = (path: string) => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return "";
    }
  };
  // systemd-resolved listens on loopback, and has its own servers in the second file.
  for (const path of ["/etc/resolv.conf", "/run/systemd/resolve/resolv.conf"]) {
    const servers = [...read(path).matchAll(/^\s*nameserver\s+(\S+)/gm)].map(([, server = ""]) => server);
    const usable = servers.filter((server) => isIPv4(server) && !isHostAddress(server));
    if (usable.length > 0) return usable.map((server) => `nameserver ${server}\n`).join("");
  }
  return "";
}
