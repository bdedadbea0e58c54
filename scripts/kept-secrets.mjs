/** The secrets that the first start makes and later ones need: the service's token, the first operator's password. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const TOKEN_FILE = "service-token";
const PASSWORD_FILE = "admin-password";
const DATABASE_FILE = "fleetdeck.db";

/** 24 characters that survive URLs, shells and double clicks; 18 random bytes. */
const newSecret = () => randomBytes(18).toString("base64url");

function keep(file, secret) {
  writeFileSync(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function kept(file) {
  return existsSync(file) ? readFileSync(file, "utf8").trim() || undefined : undefined;
}

/**
 * The token the dashboard uses towards the embedded service, in a file only this user reads.
 * @param {string} dataDir
 * @param {string | undefined} given SERVICE_TOKEN, `token[:scope]` comma-separated: its first unrestricted one is taken
 * @returns {{ token: string, file: string }}
 */
export function serviceToken(dataDir, given) {
  const file = join(dataDir, TOKEN_FILE);
  const entries = (given ?? "").split(",").map((entry) => entry.trim().split(":"));
  const [chosen] = entries.find(([, scope]) => scope !== "read") ?? entries[0] ?? [];
  const token = chosen || kept(file) || newSecret();
  keep(file, token);
  return { token, file };
}

/**
 * The first operator's password, made when the embedded database does not exist yet. It waits in a file until it has
 * been shown, so that a first start that fails half-way does not lose it. With a shared database or a given
 * ADMIN_PASSWORD there is none: the dashboard sets the user's password to what it is given.
 * @param {string} dataDir
 * @param {{ adminPassword: string | undefined, databaseUrl: string | undefined }} given
 * @returns {string | undefined}
 */
export function firstPassword(dataDir, { adminPassword, databaseUrl }) {
  if (adminPassword !== undefined || databaseUrl !== undefined) return undefined;
  const file = join(dataDir, PASSWORD_FILE);
  const waiting = kept(file);
  if (waiting !== undefined) return waiting;
  if (existsSync(join(dataDir, DATABASE_FILE))) return undefined;
  const password = newSecret();
  keep(file, password);
  return password;
}

/** Forgets the password once it has been shown. */
export function passwordShown(dataDir) {
  rmSync(join(dataDir, PASSWORD_FILE), { force: true });
}
