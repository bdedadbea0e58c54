/** The secrets that the first start creates and stores: the service's token and the first operator's password. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const TOKEN_FILE = "service-token";
const PASSWORD_FILE = "admin-password";
const DATABASE_FILE = "fleetdeck.db";

/** 18 random bytes as 24 characters that need no escaping in URLs and shells. */
const newSecret = () => randomBytes(18).toString("base64url");

/**
 * @param {string} file
 * @param {string} secret
 */
function writeSecret(file, secret) {
  writeFileSync(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** @param {string} file */
function readSecret(file) {
  return existsSync(file) ? readFileSync(file, "utf8").trim() || undefined : undefined;
}

/**
 * The token with which the dashboard calls the embedded service: the stored one or a new one if none is given.
 * @param {string} dataDir
 * @param {string | undefined} given SERVICE_TOKEN, `token[:scope]` comma-separated: the first unrestricted one is used
 * @returns {string}
 */
export function serviceToken(dataDir, given) {
  const entries = (given ?? "").split(",").map((entry) => entry.trim().split(":"));
  const [chosen] = entries.find(([, scope]) => scope !== "read") ?? entries[0] ?? [];
  return chosen || readSecret(join(dataDir, TOKEN_FILE)) || newSecret();
}

/**
 * Stores the token in a file of mode 0600, for the dashboard and for the next start. Only for one that the service has
 * accepted: a stored one is used whenever none is given.
 * @param {string} dataDir
 * @param {string} token
 * @returns {string} the file
 */
export function storeServiceToken(dataDir, token) {
  const file = join(dataDir, TOKEN_FILE);
  writeSecret(file, token);
  return file;
}

/**
 * The first operator's password, created when the embedded database does not exist yet. It is stored in a file until it
 * has been shown, so that a first start that fails half-way does not lose it. Undefined with a shared database or an
 * ADMIN_PASSWORD: the dashboard then sets the user's password itself.
 * @param {string} dataDir
 * @param {{ adminPassword: string | undefined, databaseUrl: string | undefined }} given
 * @returns {string | undefined}
 */
export function firstPassword(dataDir, { adminPassword, databaseUrl }) {
  if (adminPassword !== undefined || databaseUrl !== undefined) return undefined;
  const file = join(dataDir, PASSWORD_FILE);
  const stored = readSecret(file);
  if (stored !== undefined) return stored;
  if (existsSync(join(dataDir, DATABASE_FILE))) return undefined;
  const password = newSecret();
  writeSecret(file, password);
  return password;
}

/**
 * Deletes the stored password once it has been shown.
 * @param {string} dataDir
 */
export function deleteShownPassword(dataDir) {
  rmSync(join(dataDir, PASSWORD_FILE), { force: true });
}
