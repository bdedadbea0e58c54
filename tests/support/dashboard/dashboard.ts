// The built dashboard as users run it: its own process, its own data folder, a free port. Needs `npm run build`.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { encode } from "next-auth/jwt";
import { z } from "zod";
import type { Role } from "../../../lib/bff/roles.ts";
import { addSignIn } from "../../../lib/server/auth/sign-ins.ts";
import { addUser, findUser } from "../../../lib/server/auth/users.ts";
import { type Database, openStore } from "../../../lib/server/db/database.ts";
import { basePathOf, buildFolder } from "../../../scripts/base-path.mjs";
import { compileCacheOf } from "../../../scripts/node-runtime.mjs";
import { auditKey } from "../audit-key.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const readyMessage = z.object({
  type: z.literal("ready"),
  url: z.string(),
  username: z.string(),
  passwordCreated: z.string().optional(),
});

export const adminPassword = "canary-admin-password-7351";
/** Making a hash takes as long as a hundred requests: those of all tests are here. */
const adminPasswordHash =
  "scrypt$131072$8$1$7wtit5KBBFAGVdiHs7KxqA$lBorM1GuVHFgsF0VnoHyemLuY_3Hynxbdg5yk5XrLXs";
/** The password of all users that tests make. */
export const userPassword = "canary-user-password-2846";
const userPasswordHash =
  "scrypt$131072$8$1$rqibo6_p5FvUCmGsyZWhmg$FVC5yZhLe4Ae0ZVZnnbrvd70wc_tpwrtsKJruO9qCZM";

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  json: unknown;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  signal?: AbortSignal;
  /** The address of this machine that the connection comes from. */
  localAddress?: string | undefined;
}

/** One request exactly as given: no redirects, no headers but Host and those given. `path`: below that of `base`. Over
 *  https any certificate is accepted: those of tests are signed by themselves. */
export function sendRequest(base: string, path: string, options: RequestOptions = {}): Promise<Reply> {
  const url = new URL(base);
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const request = send(
      {
        rejectUnauthorized: false,
        servername: url.hostname,
        host: url.hostname,
        port: url.port,
        path: url.pathname.replace(/\/$/, "") + path,
        method: options.method ?? "GET",
        headers: { connection: "close", ...options.headers },
        localAddress: options.localAddress,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(parts);
          const text = bytes.toString("utf8");
          let json: unknown;
          try {
            json = JSON.parse(text);
          } catch {
            json = undefined;
          }
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, json });
        });
      },
    );
    request.on("error", reject);
    // Less than a test has, so that it fails with the path.
    request.setTimeout(100_000, () => request.destroy(new Error(`${path}: no answer in 100 s`)));
    request.end(options.body);
  });
}

const csrfAnswer = z.object({ csrfToken: z.string() });

/** A browser's share in the protocol: cookies, Origin, JSON. */
export class Visitor {
  readonly base: string;
  readonly cookies = new Map<string, string>();
  /** As of requests. */
  localAddress: string | undefined;
  constructor(base: string) {
    this.base = base;
  }

  /** Another visitor with the same cookies. */
  clone(): Visitor {
    const other = new Visitor(this.base);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  private keep(reply: Reply): Reply {
    for (const line of reply.headers["set-cookie"] ?? []) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split("=", 2);
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return reply;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.keep(
      await sendRequest(this.base, path, {
        headers: { cookie: this.cookieHeader(), ...headers },
        localAddress: this.localAddress,
      }),
    );
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return this.keep(
      await sendRequest(this.base, path, {
        method,
        headers: {
          cookie: this.cookieHeader(),
          origin: new URL(this.base).origin,
          ...(text === undefined
            ? {}
            : { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }),
          ...headers,
        },
        ...(text === undefined ? {} : { body: text }),
        localAddress: this.localAddress,
      }),
    );
  }

  /** Sends a form as the dashboard's own pages do. */
  async sendForm(
    path: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const body = new URLSearchParams(form).toString();
    return this.keep(
      await sendRequest(this.base, path, {
        method: "POST",
        headers: {
          cookie: this.cookieHeader(),
          origin: new URL(this.base).origin,
          "content-type": "application/x-www-form-urlencoded",
          "content-length": String(Buffer.byteLength(body)),
          ...headers,
        },
        body,
        localAddress: this.localAddress,
      }),
    );
  }

  async signIn(username: string, password: string, headers: Record<string, string> = {}): Promise<Reply> {
    const { csrfToken } = csrfAnswer.parse((await this.get("/api/auth/csrf")).json);
    return this.sendForm("/api/auth/callback/credentials", { username, password, csrfToken }, headers);
  }
}

export interface RunningDashboard {
  url: string;
  dataDir: string;
  child: ChildProcess;
  /** Everything it has printed so far. */
  output: () => string;
  /** Its store, opened by the test beside it. */
  store: () => Promise<Database>;
  /** A visitor with the admin's one sign-in, stored where that is possible: checking a password takes half a second. */
  admin: () => Promise<Visitor>;
  /** A visitor with a new sign-in of the admin, stored like that of `admin`, for tests that end or change one. */
  signedInAdmin: () => Promise<Visitor>;
  /** Makes a user of that role and a visitor with a sign-in of theirs, which no password was checked for. */
  signedIn: (role: Role) => Promise<Visitor>;
  /** Resolves to the exit code. Rejects when the process reported an error that no code handled. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

export interface DashboardOptions {
  apiBaseUrl: string;
  token: string;
  dataDir?: string;
  variables?: Record<string, string>;
  /** A program that replaces itself with the command that follows these arguments. */
  startedBy?: readonly string[];
}

/** Starts it without waiting; for tests of bad starts. `startedBy`: as of the options. `entry`: a path below the root, or
 *  an absolute one. */
export function spawnDashboard(
  variables: Record<string, string>,
  startedBy: readonly string[] = [],
  entry = "server/main.ts",
) {
  const [program = process.execPath, ...words] = [...startedBy, process.execPath, entry];
  const child = spawn(program, words, {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      NODE_ENV: "production",
      NODE_COMPILE_CACHE: compileCacheOf(root),
      ...variables,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let printed = "";
  child.stdout?.on("data", (part: Buffer) => {
    printed += part.toString();
  });
  child.stderr?.on("data", (part: Buffer) => {
    printed += part.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  return { child, ended, output: () => printed };
}

/** By data folder: two dashboards may start on one at the same time. */
const storedAdmins = new Map<string, Promise<void>>();

/** Makes the store of a data folder, unless there is one, with the admin in it. */
async function storeAdmin(dataDir: string): Promise<void> {
  const db = await openStore({ dataDir });
  if ((await findUser(db, "admin")) === undefined)
    await addUser(db, { username: "admin", passwordHash: adminPasswordHash, role: "admin" }, Date.now());
  await db.destroy();
}

/** Starts the dashboard and waits until it reports ready. */
export async function startDashboard(options: DashboardOptions): Promise<RunningDashboard> {
  const build = buildFolder(basePathOf(options.variables?.PUBLIC_URL));
  if (!existsSync(join(root, build, "BUILD_ID"))) throw new Error("Build first: npm run build");
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "fleetdeck-test-"));
  // A store in a folder that is seen here gets its admin here; elsewhere the dashboard makes one, or checks its password.
  const isInFolder = options.variables?.DATABASE_URL === undefined && options.startedBy === undefined;
  if (isInFolder) {
    const stored = storedAdmins.get(dataDir) ?? storeAdmin(dataDir);
    storedAdmins.set(dataDir, stored);
    await stored;
  }
  const variables = {
    API_BASE_URL: options.apiBaseUrl,
    API_TOKEN: options.token,
    PORT: "0",
    DATA_DIR: dataDir,
    ...(isInFolder ? {} : { ADMIN_PASSWORD: adminPassword }),
    AUDIT_KEY: auditKey,
    // Ten times faster than in use, unless a test is about a time itself.
    TEST_SPEEDUP: "10",
    // Storing evidence costs requests and connections, which other tests count.
    KEEP_LOGS: "off",
    KEEP_NETWORK: "off",
    KEEP_PICTURES: "off",
    ...options.variables,
  };
  const { child, ended, output } = spawnDashboard(variables, options.startedBy);
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`not ready in 90 s:\n${output()}`));
    }, 90_000);
    child.on("message", (message) => {
      const read = readyMessage.safeParse(message);
      if (!read.success) return;
      clearTimeout(late);
      resolve(read.data.url);
    });
    void ended.then((code) => {
      clearTimeout(late);
      reject(new Error(`ended with ${code} before it was ready:\n${output()}`));
    });
  });

  let opened: Promise<Database> | undefined;
  const store = () => {
    opened ??= openStore({ dataDir, databaseUrl: options.variables?.DATABASE_URL });
    return opened;
  };
  const visit = async (username: string, password: string) => {
    const visitor = new Visitor(url);
    const reply = await visitor.signIn(username, password);
    if (reply.status !== 200) throw new Error(`sign-in as ${username}: ${reply.status} ${reply.text}`);
    return visitor;
  };
  /** A visitor with a sign-in as the form stores it, which no password was checked for. */
  const storedSignIn = async (username: string) => {
    const db = await store();
    const user = await findUser(db, username);
    if (user === undefined) throw new Error(`there is no user ${username}`);
    const { key } = await addSignIn(db, { userId: user.id, ip: "127.0.0.1", userAgent: "" }, Date.now());
    const secret =
      options.variables?.NEXTAUTH_SECRET ?? readFileSync(join(dataDir, "session-secret"), "utf8").trim();
    const token = await encode({ token: { sub: user.id, key }, secret, maxAge: 8 * 60 * 60 });
    const visitor = new Visitor(url);
    visitor.cookies.set("fleetdeck.session", token);
    return visitor;
  };
  // The cookie's name depends on the public address, a database elsewhere may go away under the test, and what another
  // program has started may have files of its own.
  const { PUBLIC_URL, DATABASE_URL } = options.variables ?? {};
  const isOrdinary =
    PUBLIC_URL === undefined && DATABASE_URL === undefined && options.startedBy === undefined;
  const signedInAdmin = () => (isOrdinary ? storedSignIn("admin") : visit("admin", adminPassword));
  let users = 0;
  let first: { visitor: Promise<Visitor>; atMs: number } | undefined;

  return {
    url,
    dataDir,
    child,
    output,
    store,
    async admin() {
      // Some acts need a sign-in of the last five minutes, and after ten the key in the cookie is replaced.
      if (first === undefined || Date.now() - first.atMs > 2 * 60_000)
        first = {
          visitor: signedInAdmin(),
          atMs: Date.now(),
        };
      return (await first.visitor).clone();
    },
    signedInAdmin,
    async signedIn(role) {
      users += 1;
      const username = `${role}${users}`;
      const db = await store();
      await addUser(db, { username, passwordHash: userPasswordHash, role }, Date.now());
      return await storedSignIn(username);
    },
    async stop(signal = "SIGTERM") {
      await opened?.then((db) => db.destroy());
      child.kill(signal);
      const killTimer = setTimeout(() => child.kill("SIGKILL"), 30_000);
      const code = await ended;
      clearTimeout(killTimer);
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      const unhandled = output()
        .split("\n")
        .filter((line) => /"what":"(unhandled rejection|uncaught exception)"/.test(line));
      if (unhandled.length > 0)
        throw new Error(`the dashboard left errors unhandled:\n${unhandled.join("\n")}`);
      return code;
    },
  };
}
